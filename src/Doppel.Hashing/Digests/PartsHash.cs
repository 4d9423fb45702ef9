using System.Security.Cryptography;

namespace Doppel.Hashing;

/// <summary>The MD5 of the MD5s of all parts of a content. The last part may be shorter.</summary>
/// <remarks>Source: how S3 servers compute the ETag of an object that was uploaded in parts.</remarks>
/// <param name="partBytes">The size of a part, in bytes.</param>
internal sealed class PartsHash(int partBytes) : ContentHash
{
    private readonly IncrementalHash _part = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
    private readonly IncrementalHash _all = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
    private int _filled;

    public override void Append(ReadOnlySpan<byte> source)
    {
        while (!source.IsEmpty)
        {
            if (_filled == partBytes)
            {
                EndPart();
            }

            int count = Math.Min(source.Length, partBytes - _filled);
            _part.AppendData(source[..count]);
            _filled += count;
            source = source[count..];
        }
    }

    public override void Finish(Span<byte> destination)
    {
        EndPart();
        _all.GetHashAndReset(destination);
    }

    protected override void Dispose(bool disposing)
    {
        _part.Dispose();
        _all.Dispose();
        base.Dispose(disposing);
    }

    // A content without bytes has one part without bytes.
    private void EndPart()
    {
        Span<byte> digest = stackalloc byte[MD5.HashSizeInBytes];
        _part.GetHashAndReset(digest);
        _all.AppendData(digest);
        _filled = 0;
    }
}
