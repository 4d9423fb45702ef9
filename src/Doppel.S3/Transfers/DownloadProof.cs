namespace Doppel.S3;

/// <summary>Compares a file that is downloaded in parts with what the server knows about its content.</summary>
/// <remarks>
/// Parts arrive out of order but must be hashed in order. The thread that fills a gap hashes what follows it, read
/// again from the file, which the system still has in memory. Thread-safe.
/// </remarks>
internal sealed class DownloadProof(PartialFile file, ContentProof? proof) : IDisposable
{
    private const int BlockBytes = 256 * 1024;

    private ContentProof? _proof = proof;
    private int _part;
    private int _isBusy;

    /// <summary>Whether anything is known about the content.</summary>
    internal bool IsAny => _proof is not null;

    internal string Name => _proof!.Name;

    internal bool IsOfETag => _proof!.IsOfETag;

    public void Dispose() => ContentProof.Return(ref _proof);

    /// <summary>Appends the parts that have arrived and follow the ones appended before.</summary>
    internal void Advance()
    {
        if (_proof is null || Interlocked.Exchange(ref _isBusy, 1) == 1)
        {
            return;
        }

        for (; _part < file.PartCount && file.Has(_part); _part++)
        {
            Append(file, _proof, file.OffsetOf(_part), file.BytesOf(_part));
        }

        Volatile.Write(ref _isBusy, 0);
    }

    /// <summary>Returns whether the file, now complete, is equal to the object.</summary>
    internal bool IsEqual()
    {
        Advance();
        return _proof!.IsEqual();
    }

    /// <summary>Returns whether the complete file has the ETag of an upload in parts of these sizes.</summary>
    internal static bool IsEqual(PartialFile file, long length, S3ETag etag, long[] sizes)
    {
        ContentProof? other = ContentProof.RentFor(etag, sizes);
        Append(file, other, offset: 0, length);
        bool isEqual = other.IsEqual();
        ContentProof.Return(ref other);
        return isEqual;
    }

    private static void Append(PartialFile file, ContentProof proof, long offset, long count)
    {
        byte[]? block = Blocks.Pool.Rent(BlockBytes);
        for (long done = 0; done < count;)
        {
            Span<byte> piece = block.AsSpan(0, (int)Math.Min(BlockBytes, count - done));
            file.Read(offset + done, piece);
            proof.Append(piece);
            done += piece.Length;
        }

        Blocks.Pool.Return(ref block);
    }
}
