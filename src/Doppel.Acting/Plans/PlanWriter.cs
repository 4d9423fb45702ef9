using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Writes a plan as JSON Lines, one item at a time.</summary>
/// <remarks>
/// Not thread-safe. Buffers one block in memory. Readers treat a plan without <see cref="End"/> as one that ended
/// early. The stream is left open.
/// </remarks>
public sealed class PlanWriter
{
    private const int BlockBytes = 64 * 1024;

    private readonly Utf8Output _output;
    private readonly JsonLinesWriter _lines;

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
        _lines = new JsonLinesWriter(
            _output, escapeNames == NameEscapes.Deceptive ? JsonEscapes.Deceptive : JsonEscapes.Controls);
        _lines.Write(PlanItems.Begin, begin);
    }

    /// <summary>Writes a group.</summary>
    public void Write(PlanGroup group)
    {
        ArgumentNullException.ThrowIfNull(group);
        _lines.Write(PlanItems.Group, group);
    }

    /// <summary>Writes a folder.</summary>
    public void Write(PlanFolder folder)
    {
        ArgumentNullException.ThrowIfNull(folder);
        _lines.Write(PlanItems.Folder, folder);
    }

    /// <summary>Writes a refusal.</summary>
    public void Write(PlanRefusal refusal)
    {
        ArgumentNullException.ThrowIfNull(refusal);
        _lines.Write(PlanItems.Refusal, refusal);
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

        foreach (PlanGroup group in outcome.Groups)
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
        _lines.Write(PlanItems.Summary, summary);
        _output.Flush();
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
