namespace Doppel.Finding;

/// <summary>Work items for the same set of devices, processed in one order.</summary>
/// <remarks>Used by one thread at a time, under the lock of the <see cref="WorkerPool"/>.</remarks>
/// <param name="tokens">The devices, each once and in a global order; empty for work that only computes.</param>
/// <param name="count">The number of items to begin with.</param>
/// <param name="turnMax">The maximum number of items that a thread takes at a time.</param>
internal sealed class Lane(DeviceToken[] tokens, int count, int turnMax)
{
    // Long enough that handing out work costs almost nothing, short enough that all threads finish together.
    private const double TurnMicroseconds = 250;

    // Take more items if they mostly wait while other threads compute, because each turn itself costs some
    // microseconds.
    private const double TurnComputedMicroseconds = 120;
    private const double WaitingTurnMicroseconds = 5000;
    private const int FirstTurn = 4;

    private int _count = count;
    private int _next;
    private double _pieceMicroseconds;
    private double _pieceComputedMicroseconds;
    private bool _isSpread;
    private bool _isSorted;
    private bool _isHeld;

    /// <summary>Gets the index of this lane within its job.</summary>
    internal int Number { get; init; }

    internal IReadOnlyList<DeviceToken> Tokens => tokens;

    /// <summary>Gets the number of threads at work.</summary>
    internal int Busy { get; private set; }

    /// <summary>Gets the index of the first item that has not been taken.</summary>
    internal int Next => _next;

    internal bool IsExhausted => _next >= _count;

    /// <summary>Gets whether work is waiting, or assumed to be waiting, for a disk whose head has to move.</summary>
    internal bool WaitsForHead => TryFind(static token => token.WaitsForHead);

    // Whether the head of a disk is only assumed to have to move.
    private bool MayWaitForHead => TryFind(static token => token.WaitsForHead && !token.IsCertain);

    /// <summary>
    /// Returns the order in which to put the remaining items before processing any more. Each order is requested once.
    /// </summary>
    /// <param name="canSpread">
    /// Whether items can be distinguished by their position on the disk and read one by one.
    /// </param>
    internal LaneOrder Wanted(bool canSpread)
    {
        if (!WaitsForHead)
        {
            return LaneOrder.AsIs;
        }

        if (!canSpread || !MayWaitForHead)
        {
            return _isSorted ? LaneOrder.AsIs : LaneOrder.ByPlace;
        }

        if (!_isSpread)
        {
            return LaneOrder.Spread;
        }

        return TryFind(static token => token.NeedsProbe) ? LaneOrder.Probed : LaneOrder.AsIs;
    }

    /// <summary>Adds an item after all others.</summary>
    internal void Add() => _count++;

    /// <summary>Returns how many more threads may take a turn.</summary>
    /// <param name="cores">The number of threads that keep all cores busy.</param>
    internal int Room(int cores)
    {
        if (_isHeld)
        {
            return 0;
        }

        int room = Math.Min(_count - _next, tokens.Length == 0 ? cores - Busy : int.MaxValue);
        foreach (DeviceToken token in tokens)
        {
            room = Math.Min(room, token.Width - token.Held);
        }

        return Math.Max(0, room);
    }

    /// <summary>Takes the next items and acquires all tokens.</summary>
    internal (int First, int End) Take(int cores)
    {
        int width = cores;
        foreach (DeviceToken token in tokens)
        {
            token.Held++;
            width = Math.Max(width, token.Width);
        }

        Busy++;
        int fair = (_count - _next + (2 * width) - 1) / (2 * width);
        int first = _next;
        _next += Math.Clamp((int)WantedTurn(), 1, Math.Min(turnMax, fair));
        return (first, _next);
    }

    private double WantedTurn()
    {
        if (tokens.Length == 0)
        {
            return turnMax;
        }

        if (MayWaitForHead)
        {
            return 1;
        }

        return _pieceMicroseconds == 0
            ? FirstTurn
            : Math.Max(
                TurnMicroseconds / _pieceMicroseconds,
                Math.Min(
                    TurnComputedMicroseconds / _pieceComputedMicroseconds,
                    WaitingTurnMicroseconds / _pieceMicroseconds));
    }

    /// <summary>Releases the tokens and reports to them what was done.</summary>
    internal void Leave(int pieces, TurnCost cost)
    {
        double piece = cost.Elapsed.TotalMicroseconds / Math.Max(1, pieces);
        double computed = cost.Computed.TotalMicroseconds / Math.Max(1, pieces);
        bool isFirst = _pieceMicroseconds == 0;
        _pieceMicroseconds = isFirst ? piece : (_pieceMicroseconds + piece) / 2;
        _pieceComputedMicroseconds = isFirst ? computed : (_pieceComputedMicroseconds + computed) / 2;
        foreach (DeviceToken token in tokens)
        {
            token.Add(pieces, cost, _isSpread);
        }

        Release();
    }

    /// <summary>Acquires the tokens without taking items, to reorder the remaining ones.</summary>
    internal void BeginOrder(LaneOrder order)
    {
        _isSpread |= order == LaneOrder.Spread;
        _isSorted |= order == LaneOrder.ByPlace;
        _isHeld = true;
        Busy++;
        foreach (DeviceToken token in tokens)
        {
            token.Held++;
        }
    }

    /// <summary>Releases the tokens after reordering.</summary>
    /// <param name="order">The order that was requested.</param>
    /// <param name="isRotating">Whether the head has to move, if this was probed and could be determined.</param>
    internal void EndOrder(LaneOrder order, bool? isRotating)
    {
        _isHeld = false;
        foreach (DeviceToken token in tokens)
        {
            if (order == LaneOrder.Probed && token.NeedsProbe)
            {
                token.Settle(isRotating);
            }
        }

        Release();
    }

    private bool TryFind(Func<DeviceToken, bool> isMeant)
    {
        foreach (DeviceToken token in tokens)
        {
            if (isMeant(token))
            {
                return true;
            }
        }

        return false;
    }

    private void Release()
    {
        Busy--;
        foreach (DeviceToken token in tokens)
        {
            token.Held--;
        }
    }
}

/// <summary>The order of the remaining items in a <see cref="Lane"/>.</summary>
internal enum LaneOrder
{
    /// <summary>The current order.</summary>
    AsIs,

    /// <summary>
    /// A few items from all over the disk first, to find out whether a head has to move to reach them.
    /// </summary>
    Spread,

    /// <summary>The current order, after single reads across the disk have shown whether a head has to move.</summary>
    Probed,

    /// <summary>By position on the disk.</summary>
    ByPlace,
}
