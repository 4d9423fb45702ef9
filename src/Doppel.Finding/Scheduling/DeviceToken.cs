namespace Doppel.Finding;

/// <summary>
/// A permit to use one physical device, with a limit on how many threads may hold it at the same time.
/// </summary>
/// <remarks>
/// <para>
/// It works like the token of a single-track railway: a rotating disk has one, other devices have many. Work served
/// from memory keeps no device busy, so it gets as many tokens as there are cores.
/// </para>
/// <para>
/// If the system reports a disk as rotating, the first turns of a stage that have to wait reveal whether it is. The
/// result is certain only if they read at positions spread over the disk.
/// </para>
/// <para>Used by one thread at a time, under the lock of the <see cref="WorkerPool"/>.</para>
/// </remarks>
internal sealed class DeviceToken
{
    // Odd, so that the median is one of the turns.
    private const int TurnsToTell = 9;

    // A file that is not in memory takes two to four reads: its inode, its content, and what leads to them. Flash needs
    // a few tenths of a millisecond for them; a head with its seeks and half rotations needs tens of milliseconds. Busy
    // disks of both kinds lie in between.
    private static readonly TimeSpan s_solidExcl = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan s_rotatingExcl = TimeSpan.FromMilliseconds(20);

    // Listing adjacent folders takes fewer head movements and more reads than reading files that are far apart.
    private static readonly TimeSpan s_folderExcl = TimeSpan.FromMilliseconds(8);

    private readonly WidthSearch? _search;
    private readonly List<TimeSpan> _waits = [];
    private readonly int _cores;
    private readonly int _fixedWidth;

    /// <summary>Initializes a device with a fixed width.</summary>
    internal DeviceToken(string name, int width)
    {
        Name = name;
        _cores = _fixedWidth = width;
        IsCertain = true;
    }

    /// <summary>Initializes a device whose width depends on its kind and on measurements.</summary>
    /// <param name="name">The device's name.</param>
    /// <param name="isRotating">Whether to treat the device as a rotating disk.</param>
    /// <param name="isCertain">
    /// Whether <paramref name="isRotating"/> is known for certain, so that it is not tested.
    /// </param>
    /// <param name="cores">The number of threads that keep all cores busy.</param>
    /// <param name="widthMax">The maximum number of threads.</param>
    /// <param name="time">The clock for measurements.</param>
    /// <param name="tuned">
    /// The number of threads that an earlier measurement found best, or 0 if there was none.
    /// </param>
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

    /// <summary>Gets or sets the number of threads that hold the token.</summary>
    internal int Held { get; set; }

    /// <summary>Gets the maximum number of threads that may hold the token.</summary>
    internal int Width
    {
        get
        {
            if (_fixedWidth > 0)
            {
                return _fixedWidth;
            }

            int ofDisk = IsWaitedFor ? 1 : _cores;
            return IsRotating ? ofDisk : _search!.Width;
        }
    }

    /// <summary>Gets whether the device is a disk whose head has to move, as far as is known.</summary>
    internal bool IsRotating { get; private set; }

    /// <summary>
    /// Gets whether the kind of device is known from the user or from a measurement, rather than only from the system.
    /// </summary>
    internal bool IsCertain { get; private set; }

    /// <summary>Gets whether work has to wait for a moving head, so that its order matters.</summary>
    internal bool WaitsForHead => IsRotating && IsWaitedFor;

    /// <summary>
    /// Gets whether turns of work did not reveal the kind of device, so that single reads must be timed.
    /// </summary>
    internal bool NeedsProbe { get; private set; }

    private bool IsWaitedFor { get; set; }

    /// <summary>Records a turn of a thread that held the token.</summary>
    /// <param name="pieces">The number of work items.</param>
    /// <param name="cost">The cost of the turn.</param>
    /// <param name="isSpread">Whether the items of consecutive turns are far apart on the disk.</param>
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

    /// <summary>Starts a new stage and resets the measurements.</summary>
    internal void Begin()
    {
        _search?.Begin();
        _waits.Clear();
        IsRotating |= !IsCertain;
    }

    /// <summary>
    /// Records whether the head has to move; null if this could not be determined, in which case the system's answer
    /// stands.
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
