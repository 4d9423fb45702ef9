namespace Doppel.Web;

internal static class Program
{
    /// <summary>Gets the only command of this program, which <c>doppel ui</c> starts.</summary>
    internal static CommandTable Table { get; } = new()
    {
        Purpose = "Serves the page of doppel ui.",
        Groups = [new("Page", [UiCommand.Define(UiRun.Run)])],
        FamilySummaries = new Dictionary<string, string>(),
        Rules = OptionRules.All,
    };

    private static int Main(string[] arguments) =>
        (int)Application.Run(CommandHost.OfProcess(Table, RawArguments.Restore(arguments)));
}
