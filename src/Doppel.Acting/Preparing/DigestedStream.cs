using System.Security.Cryptography;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Writes to an open file of a volume and computes the SHA-256 of what is written.</summary>
/// <remarks>Not thread-safe. The file is left open.</remarks>
internal sealed class DigestedStream(IChangeableVolume volume, FileHandle file, long position) : Stream
{
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private long _length;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    /// <summary>Gets the number of bytes written.</summary>
    public override long Length => _length;

    public override long Position
    {
        get => _length;
        set => throw new NotSupportedException();
    }

    /// <summary>Returns the SHA-256 in hex of what was written.</summary>
    internal string Digest() => Convert.ToHexStringLower(_hash.GetCurrentHash());

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        VolumeError error = volume.Write(file, position + _length, buffer);
        if (error.Failed)
        {
            throw new IOException(volume.Describe(error));
        }

        _hash.AppendData(buffer);
        _length += buffer.Length;
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _hash.Dispose();
        }

        base.Dispose(disposing);
    }
}
