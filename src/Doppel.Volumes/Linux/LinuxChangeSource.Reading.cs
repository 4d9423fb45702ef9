using System.Runtime.CompilerServices;
using System.Text;

namespace Doppel.Volumes;

/// <content>The thread that empties the kernel's queue.</content>
public sealed unsafe partial class LinuxChangeSource
{
    private const int StackBytes = 256 * 1024;
    private const int QueueBytes = 64 * 1024;

    // While much is written, events are read this many milliseconds apart, many at once. The queue holds 16,384.
    private const int PauseMilliseconds = 10;

    private void Wake()
    {
        ulong one = 1;
        _ = Libc.Write(_wake, (byte*)&one, sizeof(ulong));
    }

    private void ReadAll()
    {
        PollRequest* requests = stackalloc PollRequest[3];
        while (!_isDisposed)
        {
            requests[0] = new PollRequest(_wake, Libc.PollIn);
            requests[1] = new PollRequest(Volatile.Read(ref _queue), Libc.PollIn);
            requests[2] = new PollRequest(_mounts.Descriptor, Libc.PollPriority);
            if (Libc.Poll(requests, 3, -1) < 0)
            {
                continue; // interrupted by a signal
            }

            ulong count;
            if (requests[0].Returned != 0)
            {
                _ = Libc.Read(_wake, (byte*)&count, sizeof(ulong));
            }

            bool areMountsOther = requests[2].Returned != 0 && _mounts.HaveChanged();
            lock (_gate)
            {
                if (areMountsOther)
                {
                    Lose();
                }

                ReadQueue();
            }

            if (requests[1].Returned != 0 && !_isDisposed)
            {
                _ = Libc.Poll(requests, 1, PauseMilliseconds);
            }
        }
    }

    // Called with the gate. The queue may be another one than that of which the thread was told, and empty.
    [SkipLocalsInit]
    private void ReadQueue()
    {
        byte* buffer = stackalloc byte[QueueBytes];
        nint bytes;
        while ((bytes = Libc.Read(_queue, buffer, QueueBytes)) > 0)
        {
            for (byte* at = buffer; at < buffer + bytes;)
            {
                var report = (NotifyEvent*)at;
                Note(*report, at + sizeof(NotifyEvent));
                at += sizeof(NotifyEvent) + report->NameBytes;
            }
        }
    }

    private void Note(in NotifyEvent report, byte* name)
    {
        if ((report.Mask & Libc.NotifyOverflow) != 0 || _pending.Count + _written.Count >= PendingMax)
        {
            Lose();
            return;
        }

        const uint Self = Libc.NotifyDeleteSelf | Libc.NotifyMoveSelf | Libc.NotifyUnmount;
        if ((report.Mask & Libc.NotifyIgnored) != 0)
        {
            return; // the end of a watch, of which was told before
        }

        if ((report.Mask & Libc.NotifyCloseWrite) != 0)
        {
            ReadOnlySpan<byte> bytes = new(name, (int)report.NameBytes);
            int end = bytes.IndexOf((byte)0);
            _written.Add((report.Watch, Encoding.Latin1.GetString(end < 0 ? bytes : bytes[..end])));
        }

        ChangeKinds kinds = (report.Mask & Self) != 0 ? ChangeKinds.Gone : ChangeKinds.Changed;
        _pending[report.Watch] = _pending.GetValueOrDefault(report.Watch) | kinds;
        Report();
    }

    private void Lose()
    {
        Forget();
        _isLost = true;
        Report();
    }

    private void Report()
    {
        _reported++;
        Monitor.PulseAll(_gate);
    }
}
