using System.Globalization;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel undo</c>.</summary>
internal static class UndoCommand
{
    private const int PlacesMax = 5;

    /// <summary>Reverses a run, or a part of it.</summary>
    internal static ExitCode Run(CommandCall<UndoSettings> call)
    {
        (CommandHost host, UndoSettings settings) = (call.Host, call.Settings);
        Messages messages = host.MessagesFor(settings.Messages.Color);
        using JournalFolder journals = settings.DryRun
            ? Journals.OpenForReading(host, settings.Moved)
            : Journals.Open(host, settings.Moved);
        string typed = call.Operands.Count > 0 ? call.Operands[0] : RunIds.Latest;
        string id = RunIds.Find(journals, typed, () => LatestChanged(journals)
            ?? throw new UsageException("there is no run to undo; run doppel journal to list all runs"));
        using JournalReader record = Journals.Guard(() => journals.Read(id));
        using var clients = new BucketClients(host, settings.Request.Connection);
        var job = new UndoJob(host, settings.Request.Catalog, clients, journals, record)
        {
            Only = OnlyOf(host, settings),
            Hosts = settings.Fetch is { } fetch ? new FetchCommand(fetch).Run : null,
        };
        bool isShown = !settings.Messages.Quiet || !settings.Yes;
        if (isShown && !settings.DryRun)
        {
            messages.Line(TitleOf(host, record));
        }

        if (!settings.Yes || settings.DryRun || job.Only.Count > 0)
        {
            using UndoRun preview = job.Preview();
            if (Ask(host, settings, preview, record.Id) is { } answer)
            {
                return answer;
            }
        }

        return Undo(host, settings, job, record.Id);
    }

    /// <summary>Returns one line that says which run is meant.</summary>
    internal static string TitleOf(CommandHost host, JournalReader record)
    {
        string time = JournalTable.LocalTime(host.Clock, record.Run.Started);
        return $"run {record.Id}, {time}: {ListedRun.CommandOf(record.Run)}";
    }

    // Returns the exit code if the command ends here.
    private static ExitCode? Ask(CommandHost host, UndoSettings settings, UndoRun preview, string id)
    {
        UndoSurvey survey = Journals.Guard(() => preview.Survey(CancellationToken.None));
        if (survey.Unmatched.Count > 0)
        {
            string path = Quote.Name(survey.Unmatched[0].Bytes);
            throw new UsageException(
                $"run {id} changed nothing at or below {path}; run doppel journal show {id} to list its names");
        }

        if (settings.DryRun)
        {
            return Show(host, preview);
        }

        if (settings.Yes)
        {
            return null;
        }

        Messages messages = host.MessagesFor(settings.Messages.Color);
        messages.Line(LinesOf(host, survey));
        string question = survey.Names > 0
            ? $"Restore {WhatComesBack(survey)}?"
            : "Nothing has to be restored. Mark the run as undone?";
        return Confirmation.Ask(host, settings, question) ? null : ExitCode.Failure;
    }

    /// <summary>Returns lines that say what comes back, where, and how much space this needs.</summary>
    internal static IEnumerable<string> LinesOf(CommandHost host, UndoSurvey survey)
    {
        foreach (UndoPlace place in survey.Places.Take(PlacesMax))
        {
            string verb = place.Names == 1 ? "comes" : "come";
            string what = RestoredText.Of(
                place.Names - place.Folders - place.Links, NounOf([place]), place.Folders, place.Links);
            yield return $"{what} {verb} back in {PathText.Show(host, place.Path)}";
        }

        if (survey.Places.Count > PlacesMax)
        {
            long more = survey.Places.Skip(PlacesMax).Sum(static place => place.Names);
            yield return string.Create(
                CultureInfo.InvariantCulture, $"and {more:N0} more in {survey.Places.Count - PlacesMax} other places");
        }

        if (survey.LostNames > 0)
        {
            yield return $"{Count.Of(survey.LostNames, "file")} cannot be brought back, as the run said before";
        }

        if (survey.BytesNeeded > 0)
        {
            yield return $"this needs {SizeText.Show(survey.BytesNeeded)} of disk space";
        }
    }

    private static string WhatComesBack(UndoSurvey survey) => RestoredText.Of(
        survey.Names - survey.Folders - survey.Links, NounOf(survey.Places), survey.Folders, survey.Links);

    private static string NounOf(IReadOnlyList<UndoPlace> places) =>
        places.Count(static place => S3Location.Is(place.Path.ToString())) switch
        {
            0 => "file",
            int buckets when buckets == places.Count => "object",
            _ => "name",
        };

    private static ExitCode Show(CommandHost host, UndoRun preview)
    {
        try
        {
            using IEnumerator<ReportName> names = preview.Names().GetEnumerator();
            while (Journals.Guard(names.MoveNext))
            {
                PlainOutput.Pass(host.Out, $"restore {Quote.Name(names.Current.Bytes)}\n");
            }
        }
        catch (BrokenPipeException)
        {
            // The reader has closed the output.
        }

        return ExitCode.Done;
    }

    private static ExitCode Undo(
        CommandHost host, UndoSettings settings, UndoJob job, string id)
    {
        var progress = new ActProgress();
        ProgressLine? line = ActProgressLine.Begin(host, settings.Messages, "Restoring", progress);
        var teller = new ActReporter(host, settings.Messages, line, "restored", "file");
        using var signals = new StopSignals(() => line?.Clear(host.MessagesFor(settings.Messages.Color)));
        bool isWhole;
        using (line)
        {
            isWhole = job.Run(progress, teller.Add, signals.Stop);
        }

        if (signals.Exit is { } stopped)
        {
            string only = string.Concat(settings.Only.Select(static path => $" --only {Quote.Text(path)}"));
            teller.ConcludeInterruptedUndo($"doppel undo {id}{only}", progress.NamesLeft);
            if (settings.Json)
            {
                teller.WriteJson("undo", id, progress.NamesLeft);
            }

            return stopped;
        }

        teller.ConcludeUndo();
        if (settings.Json)
        {
            teller.WriteJson("undo", id);
        }

        return isWhole && !teller.AnyProblem ? ExitCode.Done : ExitCode.Problems;
    }

    // The newest run that changed something and has not been undone as a whole.
    private static string? LatestChanged(JournalFolder journals)
    {
        RunStates states = RunStates.Read(journals);
        foreach (string id in journals.Ids.Reverse())
        {
            if (!journals.TryRead(id, out JournalReader? journal, out _))
            {
                continue;
            }

            using (journal)
            {
                if (journal!.Run.Action is not null && Journals.Guard(() => ListedRun.HasChanged(journal, states)))
                {
                    return id;
                }
            }
        }

        return null;
    }

    private static IReadOnlyList<ReportName> OnlyOf(CommandHost host, UndoSettings settings) =>
    [
        .. settings.Only.Select(path => S3Location.Is(path)
            ? S3Location.Parse(path.TrimEnd('/')).ToName()
            : new ReportName(RealPath.OfMissing(
                host.ChangeableVolume, host.Paths.ToAbsolute(ByteText.ToBytes(path))))).Distinct(),
    ];
}
