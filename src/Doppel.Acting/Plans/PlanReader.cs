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
    private readonly PlanItemReader _items = new();
    private PlanSummary? _summary;
    private ReportFormatException? _failure;

    private PlanReader(JsonLines lines) => _lines = lines;

    /// <summary>Gets how and when the plan was created.</summary>
    public PlanBegin Begin { get; private set; } = null!;

    /// <summary>Gets the kind of item that the last call to <see cref="Read"/> found.</summary>
    public PlanItemKind Kind { get; private set; }

    /// <summary>Gets the current group.</summary>
    /// <exception cref="InvalidOperationException">The current item is not a group.</exception>
    public PlanGroup Group => Kind == PlanItemKind.Group ? _items.Group! : throw NotAtHand("group");

    /// <summary>Gets the current folder.</summary>
    /// <exception cref="InvalidOperationException">The current item is not a folder.</exception>
    public PlanFolder Folder => Kind == PlanItemKind.Folder ? _items.Folder! : throw NotAtHand("folder");

    /// <summary>Gets the current refusal.</summary>
    /// <exception cref="InvalidOperationException">The current item is not a refusal.</exception>
    public PlanRefusal Refusal => Kind == PlanItemKind.Refusal ? _items.Refusal! : throw NotAtHand("refusal");

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
        if (!reader.TryTake(out PlanLine type))
        {
            throw new ReportFormatException(1, "the plan has no line");
        }

        if (type != PlanLine.Begin)
        {
            throw new ReportFormatException(1, "the plan does not begin with an object of type plan");
        }

        reader.Begin = reader._items.Begin!;
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
            Kind = PlanItemKind.Start;
            _failure = failure;
            throw;
        }

        return Kind != PlanItemKind.End;
    }

    private PlanItemKind ReadItem()
    {
        while (TryTake(out PlanLine type))
        {
            if (_summary is not null)
            {
                throw new ReportFormatException(_lines.Line, "stands behind the summary, which is the last line");
            }

            switch (type)
            {
                case PlanLine.Begin:
                    throw new ReportFormatException(_lines.Line, "is a second object of type plan");
                case PlanLine.Group or PlanLine.MediaGroup:
                    return PlanItemKind.Group;
                case PlanLine.Folder:
                    return PlanItemKind.Folder;
                case PlanLine.Refusal:
                    return PlanItemKind.Refusal;
                case PlanLine.Summary:
                    _summary = _items.Summary;
                    break;
                default:
                    break;
            }
        }

        return PlanItemKind.End;
    }

    private bool TryTake(out PlanLine type)
    {
        type = PlanLine.Unknown;
        if (!_lines.TryTake(out ReadOnlySpan<byte> line))
        {
            return false;
        }

        try
        {
            type = ReadType(line);
            _items.Line = _lines.Line;
            var reader = new Utf8JsonReader(line);
            _items.Read(ref reader, type);
            return true;
        }
        catch (JsonException failure)
        {
            throw _lines.Damaged(failure);
        }
    }

    private PlanLine ReadType(ReadOnlySpan<byte> line)
    {
        var reader = new Utf8JsonReader(line);
        _lines.FindType(ref reader);
        return reader.TokenType switch
        {
            _ when reader.ValueTextEquals("group"u8) => PlanLine.Group,
            _ when reader.ValueTextEquals("media-group"u8) => PlanLine.MediaGroup,
            _ when reader.ValueTextEquals("folder"u8) => PlanLine.Folder,
            _ when reader.ValueTextEquals("refusal"u8) => PlanLine.Refusal,
            _ when reader.ValueTextEquals("plan"u8) => PlanLine.Begin,
            _ when reader.ValueTextEquals("summary"u8) => PlanLine.Summary,
            _ => PlanLine.Unknown,
        };
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
