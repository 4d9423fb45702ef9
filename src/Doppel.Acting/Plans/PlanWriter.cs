using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Writes a plan as JSON Lines, one item at a time. docs/formats.md describes the format.</summary>
/// <remarks>
/// Not thread-safe. Buffers one block in memory. Readers treat a plan without <see cref="End"/> as one that ended
/// early. The stream is left open.
/// </remarks>
public sealed class PlanWriter
{
    private const int BlockBytes = 64 * 1024;

    private readonly Utf8Output _output;
    private readonly JsonText _text;

    /// <summary>Creates a writer and writes the first line.</summary>
    /// <param name="stream">The stream to write to.</param>
    /// <param name="begin">How and when the plan was created.</param>
    /// <param name="escapeNames">
    /// Whether to escape characters that can deceive a reader at a terminal. Names read back the same either way.
    /// </param>
    /// <exception cref="IOException">Writing to the stream failed. Every other member then throws as well.</exception>
    public PlanWriter(Stream stream, PlanBegin begin, NameEscapes escapeNames = NameEscapes.Needed)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(begin);
        _output = new Utf8Output(stream, BlockBytes);
        _text = new JsonText(_output, escapeNames == NameEscapes.Deceptive);
        WriteBegin(begin);
    }

    private PlanWriter(Stream stream)
    {
        _output = new Utf8Output(stream, BlockBytes);
        _text = new JsonText(_output, escapeDeceptive: false);
    }

    /// <summary>Creates a writer that continues a plan whose first line has already been written.</summary>
    /// <param name="stream">The plan, positioned at its end.</param>
    internal static PlanWriter Continue(Stream stream) => new(stream);

    /// <summary>Writes a group.</summary>
    public void Write(PlanGroup group)
    {
        ArgumentNullException.ThrowIfNull(group);
        if (group.Media is { } media)
        {
            _output.Write("{\"type\":\"media-group\",\"format\":"u8);
            _text.WriteString(media.Format);
            _output.Write(",\"policy\":"u8);
            _text.WriteString(MediaWords.Of(media.Policy));
        }

        WriteCount(group.Media is null ? "{\"type\":\"group\",\"size\":"u8 : ",\"payload_size\":"u8, group.Size);
        if (group.Proof is { } proof)
        {
            _output.Write(",\"proof\":\""u8);
            _output.Write(ProofWords.Of(proof));
            _output.Write((byte)'"');
        }

        if (group.Digest is { } digest)
        {
            _output.Write(",\"digest\":\""u8);
            _output.Write(digest.High, "x16");
            _output.Write(digest.Low, "x16");
            _output.Write((byte)'"');
        }

        _output.Write(",\"reason\":"u8);
        _text.WriteString(group.Reason);
        WriteCopies(",\"keep\":["u8, group.Keep, group.Media is not null);
        WriteCopies(",\"drop\":["u8, group.Drop, group.Media is not null);
        _output.Write("}\n"u8);
    }

    /// <summary>Writes a folder.</summary>
    public void Write(PlanFolder folder)
    {
        ArgumentNullException.ThrowIfNull(folder);
        _output.Write("{\"type\":\"folder\",\"path\":"u8);
        _text.WriteName(folder.Name.Bytes);
        if (!folder.Keeper.IsEmpty)
        {
            _output.Write(",\"keeper\":"u8);
            _text.WriteName(folder.Keeper.Bytes);
            _output.Write(folder.Match == FolderMatch.Name ? ",\"by\":\"name\""u8 : ",\"by\":\"content\""u8);
        }

        _output.Write(",\"reason\":"u8);
        _text.WriteString(folder.Reason);
        _output.Write(",\"listing\":"u8);
        _text.WriteString(folder.Listing);
        WriteCount(",\"files\":"u8, folder.Files);
        WriteCount(",\"names\":"u8, folder.Names);
        WriteCount(",\"freed_bytes\":"u8, folder.FreedBytes);
        WriteCount(",\"held_files\":"u8, folder.HeldFiles);
        WriteLinks(folder.SymbolicLinks);
        _output.Write("}\n"u8);
    }

    /// <summary>Writes a refusal.</summary>
    public void Write(PlanRefusal refusal)
    {
        ArgumentNullException.ThrowIfNull(refusal);
        _output.Write("{\"type\":\"refusal\",\"path\":"u8);
        _text.WriteName(refusal.Path.Bytes);
        _output.Write(",\"reason\":"u8);
        _text.WriteString(refusal.Reason);
        _output.Write(",\"message\":"u8);
        _text.WriteString(refusal.Message);
        _output.Write("}\n"u8);
    }

    /// <summary>Writes the outcome for a group of the report: its refusals, then the planned actions.</summary>
    public void Write(PlanOutcome outcome)
    {
        ArgumentNullException.ThrowIfNull(outcome);
        foreach (PlanRefusal refusal in outcome.Refusals)
        {
            Write(refusal);
        }

        foreach (PlanFolder folder in outcome.Folders)
        {
            Write(folder);
        }

        if (outcome.Group is { } group)
        {
            Write(group);
        }
    }

    /// <summary>Flushes the buffered output to the stream.</summary>
    internal void Flush() => _output.Flush();

    /// <summary>Writes the last line and flushes the stream.</summary>
    public void End(PlanSummary summary)
    {
        ArgumentNullException.ThrowIfNull(summary);
        _output.Write("{\"type\":\"summary\""u8);
        if (summary.Folders > 0)
        {
            WriteCount(",\"folders\":"u8, summary.Folders);
        }

        WriteCount(",\"groups\":"u8, summary.Groups);
        if (summary.MediaGroups > 0)
        {
            WriteCount(",\"media_groups\":"u8, summary.MediaGroups);
            WriteCount(",\"losing_files\":"u8, summary.LosingFiles);
        }

        WriteCount(",\"files\":"u8, summary.Files);
        WriteCount(",\"names\":"u8, summary.Names);
        WriteCount(",\"freed_bytes\":"u8, summary.FreedBytes);
        WriteCount(",\"held_files\":"u8, summary.HeldFiles);
        WriteCount(",\"dangling_links\":"u8, summary.DanglingLinks);
        WriteCount(",\"refusals\":"u8, summary.Refusals);
        WriteCount(",\"idle_groups\":"u8, summary.IdleGroups);
        _output.Write("}\n"u8);
        _output.Flush();
    }

    private void WriteBegin(PlanBegin begin)
    {
        _output.Write("{\"type\":\"plan\",\"schema\":"u8);
        _output.Write(begin.Schema);
        _output.Write(",\"version\":"u8);
        _text.WriteString(begin.Version);
        _output.Write(",\"rules\":["u8);
        for (int i = 0; i < begin.Rules.Count; i++)
        {
            WriteComma(i);
            _text.WriteString(begin.Rules[i]);
        }

        _output.Write("],\"roots\":"u8);
        WriteNames(begin.Roots);
        _output.Write(",\"made\":\""u8);
        _output.Write(begin.Made);
        _output.Write("\"}\n"u8);
    }

    private void WriteCopies(ReadOnlySpan<byte> field, IReadOnlyList<PlanCopy> copies, bool hasSizes)
    {
        _output.Write(field);
        for (int i = 0; i < copies.Count; i++)
        {
            WriteComma(i);
            WriteCopy(copies[i], hasSizes);
        }

        _output.Write((byte)']');
    }

    private void WriteCopy(PlanCopy copy, bool hasSize)
    {
        FileFacts facts = copy.Facts;
        _output.Write("{\"names\":"u8);
        WriteNames(copy.Names);
        if (hasSize)
        {
            WriteCount(",\"size\":"u8, facts.Size);
        }

        WriteCount(",\"links\":"u8, facts.Links);
        _output.Write(",\"device\":\""u8);
        _output.Write(facts.Device);
        _output.Write("\",\"inode\":\""u8);
        _output.Write(facts.Inode);
        _output.Write((byte)'"');
        WriteCount(",\"allocated\":"u8, facts.Allocated);
        WriteCount(",\"owner\":"u8, facts.Owner);
        WriteCount(",\"group\":"u8, facts.Group);
        _output.Write(",\"mode\":\""u8);
        OctalMode.Write(_output, facts.Mode);
        _output.Write("\",\"modified\":\""u8);
        _output.Write(new ReportTime(facts.Modified.Seconds, facts.Modified.Nanoseconds));
        _output.Write("\",\"changed\":\""u8);
        _output.Write(new ReportTime(facts.Changed.Seconds, facts.Changed.Nanoseconds));
        _output.Write(copy.SharesBlocks ? "\",\"shares_blocks\":true"u8 : "\""u8);
        WriteChanges(copy.Changes);
        WriteLinks(copy.SymbolicLinks);
        PlanTags.Write(_output, _text, copy.LostTags);
        _output.Write((byte)'}');
    }

    private void WriteChanges(MetadataKinds changes)
    {
        int index = 0;
        foreach (string word in MetadataWords.Of(changes))
        {
            _output.Write(index++ == 0 ? ",\"changes\":["u8 : ","u8);
            _text.WriteString(word);
        }

        _output.Write(index > 0 ? "]"u8 : ""u8);
    }

    private void WriteLinks(IReadOnlyList<PlanLink> links)
    {
        for (int i = 0; i < links.Count; i++)
        {
            _output.Write(i == 0 ? ",\"symbolic_links\":[{\"name\":"u8 : ",{\"name\":"u8);
            _text.WriteName(links[i].Name.Bytes);
            _output.Write(",\"target\":"u8);
            _text.WriteName(links[i].Target.Bytes);
            _output.Write(",\"final\":"u8);
            _text.WriteName(links[i].Final.Bytes);
            _output.Write(links[i].IsReference ? ",\"never\":true}"u8 : "}"u8);
        }

        _output.Write(links.Count > 0 ? "]"u8 : ""u8);
    }

    private void WriteNames(IReadOnlyList<ReportName> names)
    {
        _output.Write((byte)'[');
        for (int i = 0; i < names.Count; i++)
        {
            WriteComma(i);
            _text.WriteName(names[i].Bytes);
        }

        _output.Write((byte)']');
    }

    private void WriteCount(ReadOnlySpan<byte> field, long value)
    {
        _output.Write(field);
        _output.Write(value);
    }

    private void WriteComma(int index)
    {
        if (index > 0)
        {
            _output.Write((byte)',');
        }
    }
}

/// <summary>
/// Specifies which characters of names are written as JSON escapes. Either way they read back the same.
/// </summary>
public enum NameEscapes : byte
{
    /// <summary>Only the characters that JSON requires.</summary>
    Needed,

    /// <summary>
    /// Also characters that can deceive a reader at a terminal: text direction marks and zero-width characters.
    /// </summary>
    Deceptive,
}
