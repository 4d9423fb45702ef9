namespace Doppel.Finding;

/// <summary>A permit to make one physical device work, and how many threads may hold it at a time.</summary>
/// <remarks>
/// <para>
/// As with the staffs of a single-track railway: one for a disk that rotates, many for others. What comes from memory
/// makes no device work, so for that there are as many as cores.
/// </para>
/// <para>
/// Of a disk that the system calls rotating, the first turns of a stage that have to wait tell whether it does. Only
/// where they read here and there on the disk that is certain.
/// </para>
/// <para>Used by one thread at a time: under the lock of the <see cref="Crew"/>.</para>
/// </remarks>
internal sealed class DeviceToken
{
    // An odd number, so that the median is one of them.
    private const int TurnsToTell = 9;

    // A file that was not in memory takes two to four reads: its inode, its content, what leads to them. Flash
    // needs some tenths of a millisecond for them, a head with its seeks and half turns tens of milliseconds. In
    // between are busy disks of both kinds.
    private static readonly TimeSpan s_solidExcl = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan s_rotatingExcl = TimeSpan.FromMilliseconds(20);

    // Folders that lie side by side are listed with fewer moves, and more reads, than files far apart.
    private static readonly TimeSpan s_folderExcl = TimeSpan.FromMilliseconds(8);

    private readonly WidthSearch? _search;
    private readonly List<TimeSpan> _waits = [];
    private readonly int _cores;
    private readonly int _fixedWidth;

    /// <summary>A device that has a width of its own whatever happens.</summary>
    internal DeviceToken(string name, int width)
    {
        Name = name;
        _cores = _fixedWidth = width;
        IsCertain = true;
    }

    /// <summary>A device whose width follows from what it is and what is measured.</summary>
    /// <param name="name">The device's name.</param>
    /// <param name="isRotating">Whether it has to be taken for a rotating one.</param>
    /// <param name="isCertain">Whether that may not be doubted.</param>
    /// <param name="cores">Threads that keep all cores busy.</param>
    /// <param name="widthMax">Threads at most.</param>
    /// <param name="time">Measures.</param>
    /// <param name="tuned">How many did best when that was measured; 0: it was not.</param>
    internal DeviceToken(
        string name, bool isRotating, bool isCertain, int cores, int widthMax, TimeProvider time, int tuned = 0)
    {
        Name = name;
        IsRotating = isRotating;
        IsCertain = isCertain;
        _cores = cores;
        _search = new WidthSearch(cores, Math.Max(Math.Max(cores, tuned), widthMax), time, tuned);
    }

    internal string Name { get; }

    /// <summary>Threads that hold it.</summary>
    internal int Held { get; set; }

    /// <summary>Threads that may hold it.</summary>
    internal int Width => _fixedWidth > 0 ? _fixedWidth
        : !IsRotating ? _search!.Width
        : IsWaitedFor ? 1 : _cores;

    /// <summary>Whether it is a disk whose head has to move, as far as is known.</summary>
    internal bool IsRotating { get; private set; }

    /// <summary>Whether somebody or a measurement said what it is, rather than the system alone.</summary>
    internal bool IsCertain { get; private set; }

    /// <summary>Whether work has to wait for a head that moves, so that its order matters.</summary>
    internal bool WaitsForHead => IsRotating && IsWaitedFor;

    /// <summary>Whether turns of work have not told what it is, so that single reads have to be timed.</summary>
    internal bool NeedsProbe { get; private set; }

    private bool IsWaitedFor { get; set; }

    /// <summary>Takes in one turn of a thread that held it.</summary>
    /// <param name="pieces">Pieces of work.</param>
    /// <param name="cost">What they cost.</param>
    /// <param name="isSpread">Whether the pieces of neighbouring turns lie far apart.</param>
    internal void Add(int pieces, TurnCost cost, bool isSpread)
    {
        IsWaitedFor = cost.HasWaited;
        _search?.Add(cost);
        if (IsWaitedFor && IsRotating && !IsCertain)
        {
            _waits.Add(cost.Elapsed / pieces);
            if (_waits.Count == TurnsToTell)
            {
                Judge(isSpread);
                _waits.Clear();
            }
        }
    }

    /// <summary>A stage begins: what is measured starts anew.</summary>
    internal void Begin()
    {
        _search?.Begin();
        _waits.Clear();
        IsRotating |= !IsCertain;
    }

    /// <summary>
    /// Takes in whether its head has to move; null: it could not be told, and the system is believed.
    /// </summary>
    internal void Settle(bool? isRotating)
    {
        IsRotating = isRotating ?? IsRotating;
        IsCertain = true;
        NeedsProbe = false;
    }

    private void Judge(bool isSpread)
    {
        _waits.Sort();
        TimeSpan median = _waits[TurnsToTell / 2];
        if (!isSpread)
        {
            IsRotating = median > s_folderExcl;
        }
        else if (median < s_solidExcl || median > s_rotatingExcl)
        {
            Settle(median > s_rotatingExcl);
        }
        else
        {
            NeedsProbe = true;
        }
    }
}
