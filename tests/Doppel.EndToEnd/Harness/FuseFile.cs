using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

namespace Doppel.EndToEnd.Harness;

/// <summary>A single file that is mounted by FUSE, so that a test answers each read, write and flush of it.</summary>
/// <remarks>
/// Speaks the kernel's protocol (linux/fuse.h) over /dev/fuse. The root of the mount is the file itself. One thread
/// answers the requests in the order in which they come, and the kernel caches nothing.
/// </remarks>
internal sealed partial class FuseFile : IDisposable
{
    private const int RequestHeader = 40; // struct fuse_in_header
    private const int ReplyHeader = 16; // struct fuse_out_header
    private const int WriteHeader = 40; // struct fuse_write_in
    private const int InitBytes = 64; // struct fuse_init_out
    private const int AttributesAt = 16; // in struct fuse_attr_out
    private const int AttributesBytes = 104;
    private const int OpenBytes = 16; // struct fuse_open_out
    private const int WrittenBytes = 8; // struct fuse_write_out
    private const int DataBytesMax = 1 << 17;
    private const int ReadWrite = 2;
    private const int CloseOnExec = 0x8_0000;
    private const int Interrupted = 4; // EINTR
    private const int NoEntry = 2; // ENOENT: the request was taken back
    private const int NotImplemented = 38; // ENOSYS
    private const uint RegularFile = 0x8180; // S_IFREG | 0600
    private const uint BigWrites = 1 << 5;
    private const uint DirectIo = 1;

    private readonly ByteName _path;
    private readonly long _bytes;
    private readonly IFileContent _content;
    private readonly int _device;
    private readonly Thread _server;
    private readonly byte[] _reply = new byte[ReplyHeader + DataBytesMax];

    /// <summary>Mounts the file over an existing one. Skips where that is not allowed.</summary>
    public FuseFile(ByteName path, long bytes, IFileContent content)
    {
        Needs.Root();
        (_path, _bytes, _content) = (path, bytes, content);
        _device = open([.. "/dev/fuse\0"u8], ReadWrite | CloseOnExec);
        if (_device < 0)
        {
            Needs.Miss("needs /dev/fuse");
        }

        string options = string.Create(
            CultureInfo.InvariantCulture, $"fd={_device},rootmode=100600,user_id=0,group_id=0\0");
        byte[] source = [.. "doppel-test\0"u8];
        if (mount(source, FileLook.Terminated(path), [.. "fuse\0"u8], 0, Encoding.ASCII.GetBytes(options)) != 0)
        {
            _ = close(_device);
            Needs.Miss($"needs to mount a FUSE file: {Marshal.GetLastPInvokeErrorMessage()}");
        }

        _server = new Thread(Serve) { IsBackground = true };
        _server.Start();
    }

    private enum Request : uint
    {
        Forget = 2,
        GetAttributes = 3,
        SetAttributes = 4,
        Open = 14,
        Read = 15,
        Write = 16,
        Release = 18,
        Flush = 20,
        CloseFile = 25,
        Init = 26,
        Interrupt = 36,
        Destroy = 38,
        ForgetMany = 42,
    }

    public void Dispose()
    {
        Tool.Unmount(_path);
        _server.Join();
        _ = close(_device);
    }

    // Ends when the file is unmounted.
    private void Serve()
    {
        byte[] request = new byte[RequestHeader + WriteHeader + DataBytesMax];
        while (true)
        {
            nint length = read(_device, request, request.Length);
            if (length >= RequestHeader)
            {
                Answer(request.AsSpan(0, (int)length));
            }
            else if (Marshal.GetLastPInvokeError() is not (Interrupted or NoEntry))
            {
                return;
            }
        }
    }

    private void Answer(ReadOnlySpan<byte> request)
    {
        ReadOnlySpan<byte> body = request[RequestHeader..];
        Span<byte> reply = _reply.AsSpan(ReplyHeader);
        var kind = (Request)UInt32(request, 4);
        (int error, int bytes) = (0, 0);
        switch (kind)
        {
            case Request.Forget or Request.ForgetMany or Request.Interrupt:
                return;
            case Request.Init:
                Init(reply[..InitBytes], readAhead: UInt32(body, 8));
                bytes = InitBytes;
                break;
            case Request.GetAttributes or Request.SetAttributes:
                Attributes(reply[..AttributesBytes]);
                bytes = AttributesBytes;
                break;
            case Request.Open:
                reply[..OpenBytes].Clear();
                BinaryPrimitives.WriteUInt32LittleEndian(reply[8..], DirectIo);
                bytes = OpenBytes;
                break;
            case Request.Read:
                long from = (long)UInt64(body, 8);
                bytes = (int)Math.Clamp(_bytes - from, 0, UInt32(body, 16));
                _content.Read(from, reply[..bytes]);
                break;
            case Request.Write:
                uint count = UInt32(body, 16);
                _content.Write((long)UInt64(body, 8), body.Slice(WriteHeader, (int)count));
                reply[..WrittenBytes].Clear();
                BinaryPrimitives.WriteUInt32LittleEndian(reply, count);
                bytes = WrittenBytes;
                break;
            case Request.Flush:
                _content.Flush();
                break;
            case Request.Release or Request.CloseFile or Request.Destroy:
                break;
            default:
                error = -NotImplemented;
                break;
        }

        BinaryPrimitives.WriteInt32LittleEndian(_reply, ReplyHeader + bytes);
        BinaryPrimitives.WriteInt32LittleEndian(_reply.AsSpan(4), error);
        request.Slice(8, 8).CopyTo(_reply.AsSpan(8));

        // A request whose caller was killed meanwhile takes no answer.
        _ = write(_device, _reply, ReplyHeader + bytes);
    }

    private static void Init(Span<byte> reply, uint readAhead)
    {
        reply.Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(reply, 7);
        BinaryPrimitives.WriteUInt32LittleEndian(reply[4..], 31);
        BinaryPrimitives.WriteUInt32LittleEndian(reply[8..], readAhead);
        BinaryPrimitives.WriteUInt32LittleEndian(reply[12..], BigWrites);
        BinaryPrimitives.WriteUInt32LittleEndian(reply[20..], DataBytesMax);
        BinaryPrimitives.WriteUInt32LittleEndian(reply[24..], 1);
    }

    private void Attributes(Span<byte> reply)
    {
        reply.Clear();
        Span<byte> attributes = reply[AttributesAt..];
        BinaryPrimitives.WriteInt64LittleEndian(attributes, 1);
        BinaryPrimitives.WriteInt64LittleEndian(attributes[8..], _bytes);
        BinaryPrimitives.WriteUInt32LittleEndian(attributes[60..], RegularFile);
        BinaryPrimitives.WriteUInt32LittleEndian(attributes[64..], 1);
    }

    private static uint UInt32(ReadOnlySpan<byte> bytes, int at) =>
        BinaryPrimitives.ReadUInt32LittleEndian(bytes[at..]);

    private static ulong UInt64(ReadOnlySpan<byte> bytes, int at) =>
        BinaryPrimitives.ReadUInt64LittleEndian(bytes[at..]);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int open(byte[] path, int flags);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int mount(byte[] source, byte[] target, byte[] type, nuint flags, byte[] options);

    [LibraryImport("libc", SetLastError = true)]
    private static partial nint read(int file, byte[] buffer, nint bytes);

    [LibraryImport("libc")]
    private static partial nint write(int file, byte[] buffer, nint bytes);

    [LibraryImport("libc")]
    private static partial int close(int file);
}

/// <summary>Holds what a <see cref="FuseFile"/> contains.</summary>
internal interface IFileContent
{
    /// <summary>Reads a range of the file.</summary>
    void Read(long at, Span<byte> into);

    /// <summary>Writes a range of the file.</summary>
    void Write(long at, ReadOnlySpan<byte> bytes);

    /// <summary>Makes everything durable that was written before.</summary>
    void Flush();
}
