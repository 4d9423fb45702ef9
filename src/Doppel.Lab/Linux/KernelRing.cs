using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Doppel.Lab;

/// <summary>
/// A submission queue and a completion queue shared with the kernel through system calls (io_uring(7)). Not
/// thread-safe.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class KernelRing : IDisposable
{
    // linux/io_uring.h
    private const byte OperationRead = 22;
    private const uint EnterGetEvents = 1;
    private const long SubmissionRingAt = 0;
    private const long EntriesAt = 0x10000000;
    private const int EntryBytes = 64;
    private const int CompletionBytes = 16;
    private const uint OneMapping = 1; // IORING_FEAT_SINGLE_MMAP

    private readonly int _descriptor;
    private readonly byte* _ring;
    private readonly nint _ringBytes;
    private readonly byte* _entries;
    private readonly nint _entriesBytes;
    private readonly RingSetup _setup;
    private uint _queued;

    /// <summary>Creates a ring.</summary>
    /// <param name="entries">The maximum number of requests in flight; a power of two.</param>
    /// <exception cref="UnsupportedException">
    /// The kernel, or the configuration of this container, does not allow it.
    /// </exception>
    internal KernelRing(int entries)
    {
        RingSetup setup = default;
        _descriptor = (int)Libc.SystemCall(Libc.RingSetupNumber, entries, (nint)(&setup), 0, 0, 0, 0);
        if (_descriptor < 0)
        {
            string reason = Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError());
            throw new UnsupportedException($"the system gives no io_uring: {reason}");
        }

        _setup = setup;
        _ringBytes = (nint)Math.Max(
            setup.SubmissionArray + (setup.SubmissionEntries * sizeof(uint)),
            setup.CompletionEntriesAt + (setup.CompletionEntries * CompletionBytes));
        _entriesBytes = (nint)(setup.SubmissionEntries * EntryBytes);
        int flags = Libc.MapShared | Libc.MapPopulate;
        nint ring = Libc.Map(0, _ringBytes, Libc.ProtectReadWrite, flags, _descriptor, SubmissionRingAt);
        nint memory = Libc.Map(0, _entriesBytes, Libc.ProtectReadWrite, flags, _descriptor, EntriesAt);
        if (ring == Libc.MapFailed || memory == Libc.MapFailed || (setup.Features & OneMapping) == 0)
        {
            _ = Libc.Close(_descriptor);
            throw new UnsupportedException("the system gives no memory for io_uring, or is older than Linux 5.4");
        }

        _ring = (byte*)ring;
        _entries = (byte*)memory;
        for (uint i = 0; i < setup.SubmissionEntries; i++)
        {
            ((uint*)(_ring + setup.SubmissionArray))[i] = i;
        }
    }

    public void Dispose()
    {
        _ = Libc.Unmap((nint)_entries, _entriesBytes);
        _ = Libc.Unmap((nint)_ring, _ringBytes);
        _ = Libc.Close(_descriptor);
    }

    /// <summary>
    /// Queues a read. There must be room: no more requests may be in flight than the ring has entries.
    /// </summary>
    internal void QueueRead(int file, byte* buffer, int bytes, long offset, ulong tag)
    {
        uint tail = *At(_setup.SubmissionTail) + _queued++;
        byte* entry = _entries + ((tail & *At(_setup.SubmissionMask)) * EntryBytes);
        new Span<byte>(entry, EntryBytes).Clear();
        entry[0] = OperationRead;
        *(int*)(entry + 4) = file;
        *(long*)(entry + 8) = offset;
        *(byte**)(entry + 16) = buffer;
        *(int*)(entry + 24) = bytes;
        *(ulong*)(entry + 32) = tag;
    }

    /// <summary>Submits the queue to the kernel and waits for a number of completions.</summary>
    /// <returns>0, or the error number.</returns>
    internal int Submit(int wanted)
    {
        uint queued = _queued;
        Volatile.Write(ref *At(_setup.SubmissionTail), *At(_setup.SubmissionTail) + queued);
        _queued = 0;
        while (Libc.SystemCall(
            Libc.RingEnterNumber, _descriptor, (nint)queued, wanted, (nint)EnterGetEvents, 0, 0) < 0)
        {
            int error = Marshal.GetLastPInvokeError();
            if (error != Libc.Interrupted)
            {
                return error;
            }

            // The wait was interrupted, not the submission.
            queued = 0;
        }

        return 0;
    }

    /// <summary>Takes a completion, if there is one.</summary>
    /// <param name="tag">Receives the tag of the request.</param>
    /// <param name="result">Receives the number of bytes read, or a negative error number.</param>
    internal bool TryTake(out ulong tag, out int result)
    {
        uint head = *At(_setup.CompletionHead);
        tag = 0;
        result = 0;
        if (head == Volatile.Read(ref *At(_setup.CompletionTail)))
        {
            return false;
        }

        byte* answer = _ring + _setup.CompletionEntriesAt + ((head & *At(_setup.CompletionMask)) * CompletionBytes);
        tag = *(ulong*)answer;
        result = *(int*)(answer + 8);
        Volatile.Write(ref *At(_setup.CompletionHead), head + 1);
        return true;
    }

    private uint* At(uint offset) => (uint*)(_ring + offset);
}
