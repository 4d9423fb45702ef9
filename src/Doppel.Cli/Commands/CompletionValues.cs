using System.Text;
using Doppel.Acting;

namespace Doppel.Cli;

/// <summary>Implements the command that completions call while a word is typed. Help does not list it.</summary>
internal static class CompletionValues
{
    // More would not help who has to choose one.
    private const int RunsMax = 50;

    /// <summary>Gets the definition of the command.</summary>
    internal static CommandDefinition Definition { get; } = new CommandDefinition<SavedSettings>
    {
        Words = ["generate", "values"],
        Operands = "KIND",
        OperandsMin = 1,
        OperandsMax = 1,
        Summary = "Print the values that a shell completes",
        Text = "Prints the values of KIND, one per line, each with a tab and a description if it has one.",
        Defaults = static context => new SavedSettings(context),
        Execute = Write,
    };

    private static ExitCode Write(CommandCall<SavedSettings> call)
    {
        CommandHost host = call.Host;
        var text = new StringBuilder();
        foreach ((string value, string description) in Of(host, call.Settings, CompletionKinds.Parse(call.Operands[0])))
        {
            text.Append(value).Append(description.Length > 0 ? "\t" : "").Line(description);
        }

        return PlainOutput.Write(host.Out, text.ToString());
    }

    private static IEnumerable<(string Value, string Description)> Of(
        CommandHost host, SavedSettings settings, ValueCompletion kind) => kind switch
        {
            ValueCompletion.Profile => ProfileStore.OfUser(host.Environment).Names().Select(static name => (name, "")),
            ValueCompletion.SavedVolume => SavedAdd.VolumesOf(host, settings).Names().Select(static name => (name, "")),
            ValueCompletion.Run => Runs(host, static _ => true),
            ValueCompletion.ChangedRun => Runs(host, static run => run.CanBeUndone),
            ValueCompletion.InterruptedRun => Runs(host, static run => run.CanBeResumed),
            _ => [],
        };

    // The newest first.
    private static IEnumerable<(string Value, string Description)> Runs(
        CommandHost host, Func<ListedRun, bool> isOffered)
    {
        if (!Journals.AreAny(host))
        {
            return [];
        }

        using JournalFolder journals = Journals.OpenForReading(host);
        RunStates states = RunStates.Read(journals);
        return
        [
            .. journals.Ids.Reverse().Select(id => ListedRun.Of(journals, id, states))
                .Where(run => run.Head is not null && isOffered(run))
                .Take(RunsMax)
                .Select(run => (run.Id, Describe(host, run, run.Head!))),
        ];
    }

    private static string Describe(CommandHost host, ListedRun run, JournalRun head) => Quote.Sentence(
        $"{JournalTable.LocalTime(host.Clock, head.Started)} {JournalTable.WordOf(run.State)}: "
            + ListedRun.CommandOf(head));
}
