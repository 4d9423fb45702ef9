using Doppel.Cli.Arguments;
using Doppel.Cli.Commands;

namespace Doppel.Cli;

internal static class Program
{
    private static int Main(string[] arguments) =>
        (int)Application.Run(CommandHost.OfProcess(RawArguments.Restore(arguments)));
}
