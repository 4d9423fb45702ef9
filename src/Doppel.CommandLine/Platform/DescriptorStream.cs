using System.Runtime.InteropServices;

namespace Doppel.CommandLine;

/// <summary>Writes to an open file descriptor at its current offset.</summary>
/// <remarks>
/// The System.IO stream for standard output hides broken pipes. Its file stream writes at its own offsets, which would
/// overwrite output from another descriptor of the same file (<c>&gt;log 2&gt;&amp;1</c>).
/// </remarks>
internal sealed unsafe class DescriptorStream(int descriptor) : Stream
{
    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    /// <summary>Writes all bytes. With an empty buffer, only checks whether writing is possible.</summary>
    /// <exception cref="BrokenPipeException">The reader has closed the stream.</exception>
    /// <exception cref="IOException">
    /// The write failed. <see cref="Exception.HResult"/> contains the system error number.
    /// </exception>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        fixed (byte* start = buffer)
        {
            int done = 0;
            do
            {
                nint written = UnixNative.write(descriptor, start + done, (nuint)(buffer.Length - done));
                done += written >= 0 ? (int)written : Recover(Marshal.GetLastPInvokeError());
            }
            while (done < buffer.Length);
        }
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private int Recover(int error)
    {
        switch (error)
        {
            case UnixNative.EINTR:
                return 0;
            case UnixNative.EAGAIN:
                var wait = new UnixNative.PollDescriptor { Descriptor = descriptor, Events = UnixNative.POLLOUT };
                _ = UnixNative.poll(&wait, 1, -1);
                return 0;
            case UnixNative.EPIPE:
                throw new BrokenPipeException();
            default:
                throw new IOException(Marshal.GetPInvokeErrorMessage(error), error);
        }
    }
}
