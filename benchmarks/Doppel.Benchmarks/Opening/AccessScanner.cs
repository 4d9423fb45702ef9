using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Benchmarks.Opening;

/// <summary>
/// Stands where an antivirus does: the kernel asks it before each opening of a file on one mount, and it holds the
/// opening for a while before it says yes.
/// </summary>
/// <remarks>
/// It never says no and cannot leave anybody waiting: whatever ends it closes its descriptor, and then the kernel
/// lets all openings pass that it still held. Folders are not asked about. Each of its threads holds one opening at a
/// time.
/// </remarks>
internal sealed unsafe class AccessScanner : IDisposable
{
    private readonly SafeFileHandle _group;
    private readonly SafeFileHandle _stop;
    private readonly Thread[] _threads;
    private readonly TimeSpan _hold;
    private Exception? _failure;
    private long _opens;
    private long _heldTicks;

    /// <summary>Begins to watch.</summary>
    /// <param name="mount">A path on the mount. Must be called on a thread that sees the mount.</param>
    /// <param name="hold">How long each opening waits.</param>
    /// <param name="threads">Openings held at once, 1 or more.</param>
    /// <exception cref="Win32Exception">The kernel refuses: no root, or no permission events.</exception>
    public AccessScanner(string mount, TimeSpan hold, int threads)
    {
        _hold = hold;
        const uint Flags = Fanotify.ContentClass | Fanotify.CloseOnExec | Fanotify.NonBlocking;
        _group = Own(Fanotify.Init(Flags, Fanotify.EventCloseOnExec), "fanotify_init");
        _stop = Own(Fanotify.EventDescriptor(0, Fanotify.EventCloseOnExec), "eventfd");
        const uint Marking = Fanotify.MarkAdd | Fanotify.MarkMount;
        if (Fanotify.Mark(_group, Marking, Fanotify.OpenPermission, Fanotify.CurrentFolder, mount) != 0)
        {
            Win32Exception failure = Failure("fanotify_mark");
            _group.Dispose();
            _stop.Dispose();
            throw failure;
        }

        _threads = new Thread[threads];
        for (int i = 0; i < threads; i++)
        {
            _threads[i] = new Thread(Serve) { IsBackground = true, Name = "access scanner" };
            _threads[i].Start();
        }
    }

    /// <summary>Openings asked about so far.</summary>
    public long Opens => Volatile.Read(ref _opens);

    /// <summary>How long an opening was really held, on the average, in nanoseconds.</summary>
    public double HeldMeanNs => Volatile.Read(ref _heldTicks) * (1e9 / Stopwatch.Frequency) / Math.Max(1, Opens);

    public void Dispose()
    {
        ulong one = 1;
        _ = Fanotify.Write(_stop, &one, sizeof(ulong));
        foreach (Thread thread in _threads)
        {
            thread.Join();
        }

        _group.Dispose();
        _stop.Dispose();
        if (_failure is not null)
        {
            throw new InvalidOperationException("The scanner ended early and let everything pass.", _failure);
        }
    }

    private static SafeFileHandle Own(int descriptor, string call) =>
        descriptor >= 0 ? new SafeFileHandle(descriptor, ownsHandle: true) : throw Failure(call);

    private static Win32Exception Failure(string call)
    {
        int code = Marshal.GetLastPInvokeError();
        return new Win32Exception(code, $"{call}: {Marshal.GetPInvokeErrorMessage(code)}");
    }

    private void Serve()
    {
        try
        {
            // A sleep is otherwise up to 50 µs longer than asked for.
            _ = Fanotify.Control(Fanotify.SetTimerSlack, 1, 0, 0, 0);
            while (WaitForEvent())
            {
                AnswerOne();
            }
        }
        catch (Exception exception)
        {
            Interlocked.CompareExchange(ref _failure, exception, null);
            _group.Dispose();
        }
    }

    // False when it is time to end.
    private bool WaitForEvent()
    {
        Fanotify.Interest* interests = stackalloc Fanotify.Interest[2];
        interests[0] = new() { Descriptor = (int)_group.DangerousGetHandle(), Wanted = Fanotify.PollIn };
        interests[1] = new() { Descriptor = (int)_stop.DangerousGetHandle(), Wanted = Fanotify.PollIn };
        _ = Fanotify.Poll(interests, 2, -1);
        return interests[1].Happened == 0;
    }

    private void AnswerOne()
    {
        // Room for one event only, so that the others are left to the other threads.
        Fanotify.Event asked;
        nint bytes = Fanotify.Read(_group, &asked, sizeof(Fanotify.Event));
        if (bytes < sizeof(Fanotify.Event))
        {
            // Another thread was faster, or a signal came: poll tells when there is more.
            return;
        }

        long since = Stopwatch.GetTimestamp();
        if (_hold > TimeSpan.Zero)
        {
            Fanotify.Period period = new()
            {
                Seconds = (long)_hold.TotalSeconds,
                Nanoseconds = _hold.Ticks % TimeSpan.TicksPerSecond * TimeSpan.NanosecondsPerTick,
            };

            // A signal may end it early; then it goes on with what is left.
            while (Fanotify.Hold(&period, &period) != 0)
            {
            }
        }

        // Counted before the answer: whoever was held may look at the count right after it.
        Interlocked.Add(ref _heldTicks, Stopwatch.GetTimestamp() - since);
        Interlocked.Increment(ref _opens);
        Fanotify.Response response = new() { Descriptor = asked.Descriptor, Answer = Fanotify.Allow };
        nint written = Fanotify.Write(_group, &response, sizeof(Fanotify.Response));
        _ = Fanotify.Close(asked.Descriptor);
        if (written < 0)
        {
            throw Failure("answering an opening");
        }
    }
}
