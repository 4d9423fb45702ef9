using System.Globalization;
using System.Text;
using Doppel.Acting;
using Doppel.Cli.Arguments;
using Doppel.Cli.Options;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;
using Doppel.Cli.Roots;
using Doppel.Volumes;

namespace Doppel.Cli.Commands;

/// <summary><c>doppel journal</c> and <c>doppel undo</c>.</summary>
internal static class JournalCommands
{
    /// <summary>Lists the runs, shows one, or removes journals.</summary>
    internal static ExitCode Journal(CommandHost host, ParsedCommand parsed)
    {
        IChangeableVolume volume = VolumeChoice.CreateToChange(host.Environment);
        FindSettings settings = ReadSettings(host, parsed, volume);
        using JournalFolder journals = ActCommand.OpenJournals(host, volume);
        if (settings.Act.Prune)
        {
            if (parsed.Operands.Count == 0)
            {
                throw new UsageException("--prune needs a RUN", "doppel journal lists them");
            }

            foreach (string id in parsed.Operands)
            {
                ActCommand.Guard(() =>
                {
                    journals.Prune(id);
                    return true;
                });
            }

            return ExitCode.Done;
        }

        return PlainOutput.Write(host.Out, parsed.Operands.Count == 0
            ? List(journals)
            : string.Concat(parsed.Operands.Select(id => Show(ActCommand.Guard(() => journals.Read(id))))));
    }

    /// <summary>Reverses a run.</summary>
    internal static ExitCode Undo(CommandHost host, ParsedCommand parsed)
    {
        IChangeableVolume volume = VolumeChoice.CreateToChange(host.Environment);
        FindSettings settings = ReadSettings(host, parsed, volume);
        Messages messages = host.MessagesFor(settings.Color);
        using JournalFolder journals = ActCommand.OpenJournals(host, volume);
        JournalRecord? record = parsed.Operands.Count > 0
            ? ActCommand.Guard(() => journals.Read(parsed.Operands[0]))
            : Runs(journals).LastOrDefault(run => run.Run.Action is not null && !IsUndone(journals, run.Id));
        if (record is null)
        {
            throw new UsageException("there is no run to undo", "doppel journal lists all of them");
        }

        messages.Line(Describe(record));
        if (settings.Act.DryRun)
        {
            return PlainOutput.Write(host.Out, Show(record));
        }

        if (!settings.Act.Yes)
        {
            if (host.Ask is not { } ask)
            {
                throw new UsageException("nothing is done: nobody can be asked here", "--yes acts without asking");
            }

            messages.Raw("Undo it? [y/N] ");
            if (ask()?.Trim() is not ("y" or "Y" or "yes"))
            {
                messages.Line("nothing was done");
                return ExitCode.Failure;
            }
        }

        using var signals = new StopSignals(static () => { });
        var teller = new ActTeller(messages, settings.Quiet, settings.Verbose);
        using UndoRun run = ActCommand.Guard(() => new UndoRun(
            volume, journals, record, ProgramVersion.Text, host.Clock, teller.Add));
        bool isWhole = ActCommand.Guard(() => run.Run(signals.Stop));
        teller.ConcludeUndo();
        return signals.Exit ?? (isWhole && !teller.AnyProblem ? ExitCode.Done : ExitCode.Problems);
    }

    private static FindSettings ReadSettings(CommandHost host, ParsedCommand parsed, IVolume volume) =>
        FindCommand.ReadSettings(host, parsed.Uses, new OptionContext(host.Clock, volume, RootPaths.OfProcess()));

    private static IEnumerable<JournalRecord> Runs(JournalFolder journals)
    {
        foreach (string id in journals.Ids)
        {
            if (journals.TryRead(id, out JournalRecord? record, out _))
            {
                yield return record!;
            }
        }
    }

    private static bool IsUndone(JournalFolder journals, string id) =>
        Runs(journals).Any(run => run.Run.Undoes == id && run.HasEnded);

    private static string List(JournalFolder journals)
    {
        var text = new StringBuilder();
        JournalRecord[] all = [.. Runs(journals)];
        HashSet<string?> undone = [.. all.Where(static run => run.HasEnded).Select(static run => run.Run.Undoes)];
        foreach (JournalRecord run in all)
        {
            text.Append(Describe(run)).Append(undone.Contains(run.Id) ? ", undone" : "").Append('\n');
        }

        foreach (string id in journals.Ids)
        {
            if (!journals.TryRead(id, out _, out string reason))
            {
                text.Append(CultureInfo.InvariantCulture, $"{id}: {Quote.Sentence(reason)}\n");
            }
        }

        return text.ToString();
    }

    private static string Describe(JournalRecord record)
    {
        int done = record.Outcomes.Values.Count(static outcome => outcome.Status == ActStatus.Done);
        string what = record.Run.Action switch
        {
            ActionKind.HardLink => "hard links",
            ActionKind.SymbolicLink => "symbolic links",
            ActionKind.Delete => "delete",
            ActionKind.Move => "move",
            _ => $"undo of {record.Run.Undoes}",
        };
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{record.Id}: {what}, {done:N0} name{(done == 1 ? "" : "s")}{(record.HasEnded ? "" : ", interrupted")}");
    }

    private static string Show(JournalRecord record)
    {
        var text = new StringBuilder();
        foreach (JournalIntent intent in record.Intents)
        {
            string status = record.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome)
                ? outcome.Status.ToString().ToLowerInvariant() : "unknown";
            text.Append(CultureInfo.InvariantCulture, $"{status} {Quote.Name(intent.Name.Bytes)}");
            text.Append(CultureInfo.InvariantCulture, $"  keeper {Quote.Name(intent.Keeper.Bytes)}");
            text.Append(outcome.Reason is { Length: > 0 } reason ? $"  {Quote.Sentence(reason)}" : "").Append('\n');
        }

        return text.ToString();
    }
}
