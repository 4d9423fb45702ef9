using System.Globalization;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel catalog verify</c>.</summary>
internal static class VerifyCommand
{
    private static OptionDefinition<CommandSettings> Json { get; } = DeviceOptions.Json with
    {
        Summary = "Write JSON Lines, one object for each corrupt file",
        Text = "Write JSON Lines, one object for each corrupt file, then one with the totals.",
    };

    private static OptionDefinition<VerifySettings> Accept { get; } = OptionDefinition.Switch<VerifySettings>(
        "accept", OptionCategory.Running, "Accept the content of corrupt files",
        "Report corrupt files once more, and accept their current content.",
        (settings, on) => settings.Accept = on);

    private static OptionDefinition<VerifySettings> UnreadFor { get; } = new()
    {
        Name = "unread-for",
        ValueName = "AGE",
        Category = OptionCategory.Files,
        Summary = "Only files that were not read for AGE, such as 30d",
        Text = """
            Read only files that were last read at least AGE ago, such as 12h, 30d or 4w, and those that the catalog
            does not know. Run regularly, this verifies everything once in that time.
            """,
        Negation = "no-unread-for",
        Apply = (settings, value) => settings.UnreadFor = value is null ? null : ParseAge(value),
    };

    internal static CommandDefinition Definition { get; } = new CommandDefinition<VerifySettings>
    {
        Defaults = context => new VerifySettings(context),
        Words = ["catalog", "verify"],
        Operands = "[ROOT...]",
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Read files again to find silent corruption",
        Text = """
            Reads every file below each ROOT, or below the working directory, from its device, and compares it with what
            the catalog knows. A file is reported as corrupt if its content differs from what was recorded although its
            size and times do not, and a second reading confirms that. Mostly the disk, a cable or the memory has
            damaged such a file, and a backup has the content that was recorded. docs/catalog.md lists the few ways in
            which a program can change a file without a trace in its times.

            Files that the catalog does not know, or that have changed, are added, so that the next run can verify them.
            The first run therefore only learns. Corrupt files stay known as they were, and are reported again, until
            they are restored or --accept is given. Files on file systems that the catalog cannot recognize later, such
            as network mounts, FAT and tmpfs, are counted as not verifiable and not read. A file that changed within the
            last 10 minutes and is open for writing is not verifiable either.

            Runs at the lowest CPU and disk priority; --no-idle runs at full speed. An interrupted run has kept what it
            verified: --unread-for 1d continues with files that were not read for a day.
            """,
        Accepts =
        [
            .. FilterOptions.All.Where(static option => option.Name != "follow"), UnreadFor, Accept, Json,
            CatalogFolderOptions.Catalog, OutputOptions.Color, OutputOptions.Progress, OutputOptions.Quiet,
            OutputOptions.Verbose, .. RunOptions.All, RunOptions.Profile,
        ],
        Examples =
        [
            new("doppel catalog verify ~/Pictures", "learn the files, and from the second time on verify them"),
            new("doppel catalog verify --unread-for 30d /srv", "once a week: what was not read for a month"),
        ],
        Execute = Run,
    };

    private static ExitCode Run(CommandCall<VerifySettings> call)
    {
        (CommandHost host, VerifySettings settings) = (call.Host, call.Settings);
        (SearchJob search, SearchObserver observer) = SearchObserver.Begin(call);
        ResolvedRoots roots = search.Open().Resolved;
        using var signals = new StopSignals(observer.Leave);
        using ContentCatalog catalog = CatalogCommands.Open(host, settings.Request.Catalog);
        FindOptions options = settings.Request.ToFindOptions(roots.Roots) with { Catalog = catalog };
        DateTimeOffset? unreadSince = settings.UnreadFor is { } age ? host.Clock.GetUtcNow() - age : null;
        VerifyResult result = search.Verify(options, unreadSince, settings.Accept, signals.Stop);
        signals.DisarmStop();
        catalog.Flush();
        Messages messages = host.MessagesFor(settings.Messages.Color);
        PlainOutput.Write(host.Out, settings.Json ? JsonOf(result) : TextOf(result, host.Clock));
        if (!settings.Messages.Quiet)
        {
            var printer = new ProblemPrinter(messages, settings.Messages.Verbose);
            printer.Print(result.Problems);
            printer.PrintRest();
            messages.Warn(catalog.Problems);
            messages.Line(TotalsOf(result));
        }

        if (!result.Complete && signals.Exit is { } stopped)
        {
            messages.Warn($"{ExitCodeText.WordOf(stopped)}: --unread-for 1d continues later");
            return stopped;
        }

        bool isClean = result.Corrupt.Count == 0 && result.Problems.Count == 0 && catalog.Problems.Count == 0;
        return isClean ? ExitCode.Done : ExitCode.Problems;
    }

    private static TimeSpan ParseAge(string value) => DurationText.TryParse(value, out TimeSpan age)
        ? age
        : throw new UsageException($"'{value}' is not a duration", "a duration is a number with s, m, h, d or w: 30d");

    private static string TextOf(VerifyResult result, TimeProvider clock) => string.Concat(result.Corrupt.Select(
        file =>
        {
            string since = TimeText.ShowLocal(FileTime.From(file.KnownSince), clock);
            string size = SizeText.Show(file.Size);
            string name = Quote.Name(file.Names[0].Bytes)[1..^1];
            return $"corrupt: {name} ({size}): content differs from what was recorded on {since}, times unchanged\n";
        }));

    private static string TotalsOf(VerifyResult result)
    {
        string rest = result.Unknowable == 0 ? "" : $", {Count.Of(result.Unknowable, "file")} not verifiable";
        string counts = string.Create(
            CultureInfo.InvariantCulture, $"{result.Verified:N0} verified, {result.Added:N0} new or changed{rest}");
        string read = string.Create(
            CultureInfo.InvariantCulture, $"{SizeText.Show(result.BytesRead)} read in {result.Seconds:0.00} s");
        return $"{Count.Of(result.Corrupt.Count, "corrupt file")}; {counts}; {read}";
    }

    private static string JsonOf(VerifyResult result) =>
        string.Concat(result.Corrupt.Select(JsonOf)) + JsonLine.Of(json =>
        {
            json.WriteString("type", "summary");
            json.WriteBoolean("complete", result.Complete);
            json.WriteNumber("corrupt", result.Corrupt.Count);
            json.WriteNumber("verified", result.Verified);
            json.WriteNumber("added", result.Added);
            json.WriteNumber("not_verifiable", result.Unknowable);
            json.WriteNumber("problems", result.Problems.Count);
            json.WriteNumber("bytes_read", result.BytesRead);
            json.WriteNumber("seconds", result.Seconds);
        });

    private static string JsonOf(CorruptFile file) => JsonLine.Of(json =>
    {
        json.WriteString("type", "corrupt");
        json.WriteStartArray("names");
        foreach (ReportName name in file.Names)
        {
            JsonLine.WriteNameValue(json, name);
        }

        json.WriteEndArray();
        json.WriteNumber("size", file.Size);
        json.WriteString("intact", file.KnownSince);
        json.WriteString("expected", file.Expected.ToString());
        json.WriteString("found", file.Found.ToString());
    });
}
