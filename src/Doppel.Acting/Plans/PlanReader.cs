using System.Text.Json;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Reads a plan one item at a time.</summary>
/// <remarks>
/// Not thread-safe. Holds one item in memory. A group is returned complete or not at all: damaged, truncated or
/// unrecognized input ends reading with a <see cref="ReportFormatException"/> that gives the line number. Exceptions of
/// the stream are passed through. The stream is left open.
/// </remarks>
public sealed class PlanReader
{
    private readonly JsonLines _lines;
    private object? _item;
    private PlanSummary? _summary;
    private ReportFormatException? _failure;

    private PlanReader(JsonLines lines) => _lines = lines;

    /// <summary>Gets how and when the plan was created.</summary>
    public PlanBegin Begin { get; private set; } = null!;

    /// <summary>Gets the kind of item that the last call to <see cref="Read"/> found.</summary>
    public PlanItemKind Kind { get; private set; }

    /// <summary>Gets the current group.</summary>
    /// <exception cref="InvalidOperationException">The current item is not a group.</exception>
    public PlanGroup Group => _item as PlanGroup ?? throw NotAtHand("group");

    /// <summary>Gets the current folder.</summary>
    /// <exception cref="InvalidOperationException">The current item is not a folder.</exception>
    public PlanFolder Folder => _item as PlanFolder ?? throw NotAtHand("folder");

    /// <summary>Gets the current refusal.</summary>
    /// <exception cref="InvalidOperationException">The current item is not a refusal.</exception>
    public PlanRefusal Refusal => _item as PlanRefusal ?? throw NotAtHand("refusal");

    /// <summary>Gets the totals at the end of the plan. Null before the end, and if the plan ended early.</summary>
    public PlanSummary? Summary => Kind == PlanItemKind.End ? _summary : null;

    /// <summary>
    /// Gets whether the plan ended without totals: everything read is valid, but the plan is incomplete.
    /// </summary>
    public bool EndedEarly => Kind == PlanItemKind.End && _summary is null;

    /// <summary>Returns whether a file is a plan rather than a report, judging by its first bytes.</summary>
    /// <param name="head">The first bytes: the entire first line, or as much of it as is available.</param>
    public static bool IsPlan(ReadOnlySpan<byte> head)
    {
        try
        {
            var reader = new Utf8JsonReader(head, isFinalBlock: false, state: default);
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
            {
                return false;
            }

            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                if (reader.ValueTextEquals("type"u8))
                {
                    return reader.Read() && reader.TokenType == JsonTokenType.String
                        && reader.ValueTextEquals("plan"u8);
                }

                if (!reader.TrySkip())
                {
                    return false;
                }
            }
        }
        catch (JsonException)
        {
            // Not JSON, and therefore not a plan.
        }

        return false;
    }

    /// <summary>Opens a plan and reads its first line.</summary>
    /// <param name="stream">The plan.</param>
    /// <param name="options">The limits. The report format is ignored.</param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    /// <exception cref="ReportFormatException">The stream is not a plan.</exception>
    public static PlanReader Open(Stream stream, ReportReadOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(stream);
        options ??= new ReportReadOptions();
        options.Validate();
        var reader = new PlanReader(new JsonLines(new ByteSource(stream, options.BlockBytes, options.LineBytesMax)));
        if (!reader._lines.TryRead(PlanItems.Any, out object? first))
        {
            throw new ReportFormatException(1, "the plan has no line");
        }

        reader.Begin = first as PlanBegin
            ?? throw new ReportFormatException(1, "the plan does not begin with an object of type plan");
        return reader;
    }

    /// <summary>Advances to the next item.</summary>
    /// <returns>Whether there is another item. <see cref="Kind"/> says what it is.</returns>
    /// <exception cref="ReportFormatException">
    /// The input is damaged. Every further call throws the same exception.
    /// </exception>
    public bool Read()
    {
        if (_failure is not null)
        {
            throw new ReportFormatException(_failure.Line, _failure.What, _failure);
        }

        if (Kind == PlanItemKind.End)
        {
            return false;
        }

        try
        {
            Kind = ReadItem();
        }
        catch (ReportFormatException failure)
        {
            (Kind, _item) = (PlanItemKind.Start, null);
            _failure = failure;
            throw;
        }

        return Kind != PlanItemKind.End;
    }

    private PlanItemKind ReadItem()
    {
        while (_lines.TryRead(PlanItems.Any, out _item))
        {
            if (_summary is not null)
            {
                throw new ReportFormatException(_lines.Line, "stands behind the summary, which is the last line");
            }

            switch (_item)
            {
                case PlanBegin:
                    throw new ReportFormatException(_lines.Line, "is a second object of type plan");
                case PlanGroup:
                    return PlanItemKind.Group;
                case PlanFolder:
                    return PlanItemKind.Folder;
                case PlanRefusal:
                    return PlanItemKind.Refusal;
                case PlanSummary summary:
                    _summary = summary;
                    break;
                default:
                    break;
            }
        }

        return PlanItemKind.End;
    }

    private static InvalidOperationException NotAtHand(string what) =>
        new($"The reader does not stand on a {what}. Look at Kind after Read returned true.");
}

/// <summary>Specifies the kind of the current item of a <see cref="PlanReader"/>.</summary>
public enum PlanItemKind : byte
{
    /// <summary>The reader is before the first item.</summary>
    Start,

    /// <summary>A group: <see cref="PlanReader.Group"/>.</summary>
    Group,

    /// <summary>A folder: <see cref="PlanReader.Folder"/>.</summary>
    Folder,

    /// <summary>A refusal: <see cref="PlanReader.Refusal"/>.</summary>
    Refusal,

    /// <summary>The reader is past the last item.</summary>
    End,
}
