namespace Doppel.Reports;

/// <summary>Writes changes of groups as JSON Lines while they happen. docs/watch.md describes the lines.</summary>
/// <remarks>Each line is passed to the stream when <see cref="Flush"/> is called. Not thread-safe.</remarks>
public sealed class JsonChangeWriter
{
    private readonly Utf8Output _output;
    private readonly JsonLinesWriter _lines;

    /// <summary>Creates a writer.</summary>
    /// <param name="stream">The stream, which stays open.</param>
    /// <param name="options">
    /// The format must be JSON. <see cref="ReportWriteOptions.EscapeNames"/> and
    /// <see cref="ReportWriteOptions.BlockBytes"/> apply.
    /// </param>
    /// <exception cref="ArgumentException">An option is out of range, or another format is requested.</exception>
    public JsonChangeWriter(Stream stream, ReportWriteOptions options)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        if (options.Format != ReportFormat.Json)
        {
            throw new ArgumentException("Changes are written as JSON only.", nameof(options));
        }

        _output = new Utf8Output(stream, options.BlockBytes);
        _lines = new JsonLinesWriter(_output, options.Escapes);
    }

    /// <summary>Writes the first line: what is watched, and by which version.</summary>
    public void Write(ReportBegin begin) => _lines.Write(JsonItems.Begin, begin);

    /// <summary>Writes what has become of a group.</summary>
    /// <exception cref="ArgumentException">
    /// The group, or the group as it was, is missing although the kind requires it.
    /// </exception>
    public void Write(GroupChange change)
    {
        ArgumentNullException.ThrowIfNull(change);
        bool needsGroup = change.Kind != GroupChangeKind.Gone;
        bool needsBefore = change.Kind != GroupChangeKind.New;
        if ((needsGroup && change.Group is null) || (needsBefore && change.Before is null))
        {
            throw new ArgumentException("The group, or the group as it was, is missing.", nameof(change));
        }

        JsonCodec<GroupChange> codec = change.Kind switch
        {
            GroupChangeKind.New => New,
            GroupChangeKind.Changed => Changed,
            _ => Gone,
        };
        _lines.Write(codec, change);
    }

    /// <summary>Writes totals.</summary>
    public void Write(ChangeTotals totals)
    {
        ArgumentNullException.ThrowIfNull(totals);
        _lines.Write(Totals, totals);
    }

    /// <summary>Passes everything on to the stream.</summary>
    /// <exception cref="IOException">The stream failed.</exception>
    public void Flush() => _output.Flush();

    private static GroupChange New(scoped ref JsonItem json, GroupChange? change)
    {
        for (json.Begin("new group", "new"u8); json.Next();)
        {
            json.Long("id"u8, change!.Id);
            Group(ref json, change.Group!);
        }

        return change!;
    }

    private static GroupChange Changed(scoped ref JsonItem json, GroupChange? change)
    {
        HashSet<ReportName> before = [.. NamesOf(change!.Before!)];
        HashSet<ReportName> now = [.. NamesOf(change.Group!)];
        for (json.Begin("changed group", "changed"u8); json.Next();)
        {
            json.Long("id"u8, change.Id);
            json.List("added"u8, [.. NamesOf(change.Group!).Where(name => !before.Contains(name))], JsonItems.Name);
            json.List("removed"u8, [.. NamesOf(change.Before!).Where(name => !now.Contains(name))], JsonItems.Name);
            Group(ref json, change.Group!);
        }

        return change;
    }

    private static GroupChange Gone(scoped ref JsonItem json, GroupChange? change)
    {
        for (json.Begin("group that is gone", "gone"u8); json.Next();)
        {
            json.Long("id"u8, change!.Id);
            json.Long("size"u8, change.Before!.Size);
            json.List("removed"u8, [.. NamesOf(change.Before)], JsonItems.Name);
        }

        return change!;
    }

    private static void Group(scoped ref JsonItem json, ReportGroup group)
    {
        json.Long("size"u8, group.Size);
        json.Proof("proof"u8, group.Proof);
        json.Digest("digest"u8, group.Digest);
        json.Long("redundant_bytes"u8, group.RedundantBytes);
        json.List("shared"u8, group.Shared, JsonItems.Sharing, when: group.Shared is not null);
        json.List("copies"u8, group.Copies, JsonItems.Copy);
    }

    private static ChangeTotals Totals(scoped ref JsonItem json, ChangeTotals? totals)
    {
        ReportSummary sum = totals!.Summary;
        for (json.Begin("totals", "totals"u8); json.Next();)
        {
            json.Bool("current"u8, totals.IsCurrent);
            json.Time("time"u8, totals.Time);
            json.Long("files"u8, sum.Files);
            json.Long("groups"u8, sum.Groups);
            json.Long("redundant_files"u8, sum.RedundantFiles);
            json.Long("redundant_bytes"u8, sum.RedundantBytes);
            json.Long("problems"u8, sum.Problems);
            json.Long("opened"u8, sum.Opened);
            json.Long("bytes_read"u8, sum.BytesRead);
            JsonItems.Seconds(ref json, sum.Seconds);
        }

        return totals;
    }

    private static IEnumerable<ReportName> NamesOf(ReportGroup group) =>
        group.Copies.SelectMany(static copy => copy.Names);
}
