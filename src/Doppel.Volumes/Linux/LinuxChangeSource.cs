using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;

namespace Doppel.Volumes;

/// <summary>Reports changes on Linux by inotify(7), one watch for each folder.</summary>
/// <remarks>
/// <para>
/// A thread moves what the kernel reports from its queue, which holds 16,384 events unless configured otherwise, to a
/// set without repetition. It sleeps while nothing changes. If mounts come or go at, above or below the roots, anything
/// may have changed: the kernel does not report what a mount hides or shows.
/// </para>
/// <para>
/// The kernel reports only what programs on this machine do. On network file systems, changes by others go unnoticed.
/// </para>
/// </remarks>
[SupportedOSPlatform("linux")]
public sealed unsafe partial class LinuxChangeSource : IChangeSource
{
    private const uint FolderMask = Libc.NotifyModify | Libc.NotifyAttributes | Libc.NotifyCloseWrite
        | Libc.NotifyMovedFrom | Libc.NotifyMovedTo | Libc.NotifyCreate | Libc.NotifyDelete | Libc.NotifyDeleteSelf
        | Libc.NotifyMoveSelf | Libc.NotifyOnlyFolder | Libc.NotifyExcludeUnlinked;

    private const uint FileMask = Libc.NotifyModify | Libc.NotifyAttributes | Libc.NotifyCloseWrite
        | Libc.NotifyDeleteSelf | Libc.NotifyMoveSelf | Libc.NotifyDoNotFollow;

    private const uint PlaceMask = Libc.NotifyDeleteSelf | Libc.NotifyMoveSelf | Libc.NotifyOnlyFolder;

    // More than this, and listing everything again costs less than the memory.
    private const int PendingMax = 1 << 20;

    private readonly object _gate = new();
    private readonly MountWatch _mounts;
    private readonly Dictionary<int, ChangeKinds> _pending = [];
    private readonly HashSet<(int Watch, string Name)> _written = [];
    private readonly Thread _reader;
    private readonly int _wake;
    private int _queue;
    private long _reported;
    private bool _isLost;
    private volatile bool _isDisposed;

    private LinuxChangeSource(IReadOnlyList<ReadOnlyMemory<byte>> roots, int queue, int wake)
    {
        (_queue, _wake) = (queue, wake);
        _mounts = new MountWatch(roots);
        _reader = new Thread(ReadAll, StackBytes) { IsBackground = true, Name = "changes" };
        _reader.Start();
    }

    /// <inheritdoc/>
    public long Reported
    {
        get
        {
            lock (_gate)
            {
                return _reported;
            }
        }
    }

    /// <summary>Starts to report changes.</summary>
    /// <param name="roots">
    /// The absolute paths of the folders below which there will be watches: mounts elsewhere do not matter.
    /// </param>
    /// <param name="source">The source, or null after a failure.</param>
    /// <returns>
    /// <see cref="VolumeErrorKind.TooManyOpen"/> if the user's limit of queues (fs.inotify.max_user_instances) or the
    /// process's limit of open files is reached.
    /// </returns>
    public static VolumeError Open(IReadOnlyList<ReadOnlyMemory<byte>> roots, out LinuxChangeSource? source)
    {
        source = null;
        int queue = Libc.NotifyCreateQueue(Libc.OpenNonBlock | Libc.OpenCloseOnExec);
        if (queue < 0)
        {
            return LastError();
        }

        int wake = Libc.CreateEvent(0, Libc.OpenNonBlock | Libc.OpenCloseOnExec);
        if (wake < 0)
        {
            VolumeError error = LastError();
            _ = Libc.Close(queue);
            return error;
        }

        source = new LinuxChangeSource(roots, queue, wake);
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError Watch(FolderHandle at, ReadOnlySpan<byte> path, WatchScope scope, out int watch)
    {
        watch = -1;
        if (path.Contains((byte)0))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        uint mask = scope switch
        {
            WatchScope.Folder => FolderMask,
            WatchScope.File => FileMask,
            _ => PlaceMask,
        };

        // There is no call that takes a folder and a name. This path leads to the very folder that is open.
        byte[] start = at == FolderHandle.None
            ? []
            : Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"/proc/self/fd/{at.Value}"));
        byte[] separator = start.Length > 0 && !path.IsEmpty ? "/"u8.ToArray() : [];
        byte[] full = [.. start, .. separator, .. path, 0];
        lock (_gate)
        {
            fixed (byte* name = full)
            {
                watch = Libc.NotifyAdd(_queue, name, mask | Libc.NotifyAddToMask);
            }

            return watch >= 0 ? VolumeError.None : LastError();
        }
    }

    /// <inheritdoc/>
    public void Unwatch(int watch)
    {
        lock (_gate)
        {
            _ = Libc.NotifyRemove(_queue, watch);
        }
    }

    /// <inheritdoc/>
    public bool Wait(long reported, TimeSpan timeout, CancellationToken cancellation)
    {
        using CancellationTokenRegistration registration = cancellation.UnsafeRegister(
            static gate => Pulse(gate!), _gate);
        long begun = Environment.TickCount64;
        lock (_gate)
        {
            while (_reported <= reported && !cancellation.IsCancellationRequested)
            {
                TimeSpan left = timeout == Timeout.InfiniteTimeSpan
                    ? timeout
                    : timeout - TimeSpan.FromMilliseconds(Environment.TickCount64 - begun);
                if (left != Timeout.InfiniteTimeSpan && left <= TimeSpan.Zero)
                {
                    return false;
                }

                Monitor.Wait(_gate, left);
            }

            return _reported > reported;
        }
    }

    /// <inheritdoc/>
    public bool TryTake(List<Change> changes, out long reported)
    {
        changes.Clear();
        lock (_gate)
        {
            // What the reading thread has yet to move counts as reported.
            ReadQueue();
            foreach ((int watch, ChangeKinds kinds) in _pending)
            {
                changes.Add(new Change(watch, kinds, default));
            }

            foreach ((int watch, string name) in _written)
            {
                changes.Add(new Change(watch, ChangeKinds.Written, Encoding.Latin1.GetBytes(name)));
            }

            reported = _reported;
            bool isComplete = !_isLost;
            Forget();
            return isComplete;
        }
    }

    /// <inheritdoc/>
    public VolumeError Restart()
    {
        lock (_gate)
        {
            int queue = Libc.NotifyCreateQueue(Libc.OpenNonBlock | Libc.OpenCloseOnExec);
            if (queue < 0)
            {
                return LastError();
            }

            _ = Libc.Close(_queue);
            _queue = queue;
            Forget();
        }

        Wake();
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        Wake();
        _reader.Join();
        _ = Libc.Close(_queue);
        _ = Libc.Close(_wake);
        _mounts.Dispose();
    }

    private static void Pulse(object gate)
    {
        lock (gate)
        {
            Monitor.PulseAll(gate);
        }
    }

    private static VolumeError LastError()
    {
        int code = Marshal.GetLastPInvokeError();
        return code == Errno.NoSpace ? new VolumeError(VolumeErrorKind.Limit, code) : Errno.ToError(code);
    }

    private void Forget()
    {
        _pending.Clear();
        _written.Clear();
        _isLost = false;
    }
}
