namespace Doppel.Finding;

/// <summary>
/// A stage's work items, split into lanes by the devices that they use. Each lane keeps the original order.
/// </summary>
internal sealed class DeviceLanes<T> : IDisposable
    where T : unmanaged
{
    private readonly NativeList<T> _all;
    private readonly List<NativeList<T>> _parts;

    private DeviceLanes(NativeList<T> all, List<(DeviceToken[] Tokens, NativeList<T> Pieces)> parts, int turnMax)
    {
        _all = all;
        _parts = [.. parts.Select(static part => part.Pieces)];
        Lanes = [.. parts.Select((part, i) => new Lane(part.Tokens, part.Pieces.Count, turnMax) { Number = i })];
    }

    internal Lane[] Lanes { get; }

    /// <summary>Gets the items of a lane.</summary>
    internal Span<T> this[Lane lane] => _parts[lane.Number].Span;

    /// <summary>Frees the memory that the split needed. The items themselves belong to the caller.</summary>
    public void Dispose()
    {
        foreach (NativeList<T> part in _parts)
        {
            if (part != _all)
            {
                part.Dispose();
            }
        }
    }

    /// <summary>Splits items into lanes.</summary>
    /// <param name="pieces">All items, in the order in which they are to be taken. They must outlive the lanes.</param>
    /// <param name="tokensOf">Returns the devices of an item, using one array per distinct set.</param>
    /// <param name="turnMax">The maximum number of items that a thread takes at a time.</param>
    internal static DeviceLanes<T> Of(NativeList<T> pieces, Func<T, DeviceToken[]> tokensOf, int turnMax)
    {
        DeviceToken[] first = pieces.Count > 0 ? tokensOf(pieces[0]) : [];
        int i = 0;
        while (i < pieces.Count && tokensOf(pieces[i]) == first)
        {
            i++;
        }

        // Usually all items are on one device.
        return i == pieces.Count
            ? new DeviceLanes<T>(pieces, [(first, pieces)], turnMax)
            : new DeviceLanes<T>(pieces, Part(pieces, tokensOf), turnMax);
    }

    private static List<(DeviceToken[] Tokens, NativeList<T> Pieces)> Part(
        NativeList<T> pieces, Func<T, DeviceToken[]> tokensOf)
    {
        List<(DeviceToken[] Tokens, NativeList<T> Pieces)> parts = [];
        int last = -1;
        foreach (T piece in pieces)
        {
            DeviceToken[] tokens = tokensOf(piece);
            if (last < 0 || parts[last].Tokens != tokens)
            {
                last = parts.FindIndex(part => part.Tokens == tokens);
                if (last < 0)
                {
                    last = parts.Count;
                    parts.Add((tokens, new NativeList<T>()));
                }
            }

            parts[last].Pieces.Add(piece);
        }

        return parts;
    }
}
