using Microsoft.Win32.SafeHandles;

namespace Doppel.S3;

/// <summary>Compares files with the ETags of objects.</summary>
internal static class FileETag
{
    private const int BlockBytes = 256 * 1024;

    /// <summary>Returns whether an object with the content of a file would have an ETag.</summary>
    internal static bool IsEqual(
        SafeFileHandle file, S3ETag etag, long partBytes, CancellationToken cancellationToken)
    {
        ContentProof? proof = ContentProof.RentFor(etag, etag.PartCount > 0 ? [partBytes] : null);
        byte[]? block = Blocks.Pool.Rent(BlockBytes);
        int count;
        for (long offset = 0; (count = RandomAccess.Read(file, block, offset)) > 0; offset += count)
        {
            cancellationToken.ThrowIfCancellationRequested();
            proof.Append(block.AsSpan(0, count));
        }

        Blocks.Pool.Return(ref block);
        bool isEqual = proof.IsEqual();
        ContentProof.Return(ref proof);
        return isEqual;
    }
}
