namespace Doppel.Cli;

internal static class Program
{
    private static int Main(string[] arguments)
    {
        UnixNative.TrimMalloc();
        UnixNative.MakeFileSizeLimitAnError();
        return (int)Application.Run(CommandHost.OfProcess(AllCommands.Table, RawArguments.Restore(arguments)));
    }
}
