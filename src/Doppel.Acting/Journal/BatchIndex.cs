namespace Doppel.Acting;

/// <summary>
/// Indexes where the batches of a journal start, and where outcomes are stored apart from their batch.
/// </summary>
/// <remarks>
/// Uses 8 bytes per batch. The outcomes of a batch usually follow it, but those of folders come much later.
/// </remarks>
internal sealed class BatchIndex
{
    // Each batch holds several hundred names.
    private const int BatchesMax = 1 << 21;
    private const int StraysMax = 1 << 20;

    private readonly List<long> _starts = [];
    private readonly List<(long First, long Last, long At)> _strays = [];
    private long _first = long.MaxValue;
    private long _last = -1;

    /// <summary>Gets the number of batches.</summary>
    internal int Count => _starts.Count;

    /// <summary>Gets the number that follows the highest number of an intent or a change of tags.</summary>
    internal long NextNumber { get; private set; }

    /// <summary>Gets the offsets of the lines that list folders created by an undo.</summary>
    internal List<long> Made { get; } = [];

    /// <summary>Gets the offsets of the lines that list folders created by a run.</summary>
    internal List<long> Created { get; } = [];

    /// <summary>Gets the offsets of the lines that list devices.</summary>
    internal List<long> Devices { get; } = [];

    /// <summary>Gets the offsets of the lines that say that a part of the plan is on disk.</summary>
    internal List<long> Plans { get; } = [];

    /// <summary>Gets the offsets of the lines about files that get tags.</summary>
    internal List<long> TagChanges { get; } = [];

    /// <summary>Gets the offsets at which the run was continued.</summary>
    internal List<long> Resumed { get; } = [];

    /// <summary>Returns how often the run had been continued before an offset.</summary>
    internal int PartOf(long offset) => Resumed.Count(at => at < offset);

    /// <summary>Returns the offset at which a batch starts.</summary>
    internal long StartOf(int index) => _starts[index];

    /// <summary>
    /// Returns the offset at which the next batch starts, or the largest possible offset if there is none.
    /// </summary>
    internal long EndOf(int index) => index + 1 < _starts.Count ? _starts[index + 1] : long.MaxValue;

    /// <summary>Returns the offsets of lines with outcomes that are stored apart from their batch.</summary>
    internal IEnumerable<long> StraysOf(long first, long last)
    {
        foreach ((long from, long to, long at) in _strays)
        {
            if (from <= last && to >= first)
            {
                yield return at;
            }
        }
    }

    /// <summary>Adds the next line.</summary>
    /// <exception cref="FormatException">The journal has more batches than a reader supports.</exception>
    internal void Add(in LineHead head, long at)
    {
        switch (head.Type)
        {
            case LineType.Batch:
                Demand(_starts.Count < BatchesMax);
                _starts.Add(at);
                (_first, _last) = (head.First, head.Last);
                NextNumber = Math.Max(NextNumber, checked(head.Last + 1));
                break;
            case LineType.Outcomes:
                if (head.First < _first || head.Last > _last)
                {
                    Demand(_strays.Count < StraysMax);
                    _strays.Add((head.First, head.Last, at));
                }

                break;
            case LineType.Made:
                Demand(Made.Count < StraysMax);
                Made.Add(at);
                break;
            case LineType.Created:
                Demand(Created.Count < StraysMax);
                Created.Add(at);
                break;
            case LineType.Devices:
                Demand(Devices.Count < StraysMax);
                Devices.Add(at);
                break;
            case LineType.Plan:
                Demand(Plans.Count < StraysMax);
                Plans.Add(at);
                break;
            case LineType.TagChange:
                Demand(TagChanges.Count < StraysMax);
                TagChanges.Add(at);
                NextNumber = Math.Max(NextNumber, checked(head.Last + 1));
                break;
            case LineType.Resumed:
                Demand(Resumed.Count < StraysMax);
                Resumed.Add(at);
                break;
        }
    }

    private static void Demand(bool isSo)
    {
        if (!isSo)
        {
            throw new FormatException("it has more batches than can be read");
        }
    }
}
