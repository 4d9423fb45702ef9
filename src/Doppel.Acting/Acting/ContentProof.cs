using System.Security.Cryptography;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reads open files: compares two byte by byte, or takes the digest of one.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class ContentProof(IVolume volume) : IDisposable
{
    private const int BlockBytes = 128 * 1024;

    private readonly NativeBuffer<byte> _blocks = new(2 * BlockBytes);
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

    public void Dispose()
    {
        _blocks.Dispose();
        _hash.Dispose();
    }

    /// <summary>Compares two files of one length.</summary>
    /// <param name="keeper">One file.</param>
    /// <param name="other">The other.</param>
    /// <param name="size">The length of both.</param>
    /// <param name="digest">SHA-256 of the content in hex if they are equal; otherwise empty.</param>
    /// <param name="cancellation">Ends it; then they count as different.</param>
    /// <returns>Null if they are equal, else what speaks against it.</returns>
    internal string? Compare(
        FileHandle keeper, FileHandle other, long size, out string digest, CancellationToken cancellation)
    {
        digest = "";
        for (long at = 0; at < size; at += BlockBytes)
        {
            int bytes = (int)Math.Min(BlockBytes, size - at);
            Span<byte> first = _blocks.Span[..bytes];
            Span<byte> second = _blocks.Span.Slice(BlockBytes, bytes);
            string? fault = cancellation.IsCancellationRequested ? ActResult.Interrupted : Read(keeper, at, first);
            fault ??= Read(other, at, second);
            fault ??= first.SequenceEqual(second) ? null : "its content differs from the keeper's";
            if (fault is not null)
            {
                _ = _hash.GetHashAndReset();
                return fault;
            }

            _hash.AppendData(first);
        }

        digest = Convert.ToHexStringLower(_hash.GetHashAndReset());
        return null;
    }

    /// <summary>SHA-256 of a file's first bytes in hex; null where they could not all be read.</summary>
    internal string? DigestOf(FileHandle file, long size)
    {
        for (long at = 0; at < size; at += BlockBytes)
        {
            Span<byte> block = _blocks.Span[..(int)Math.Min(BlockBytes, size - at)];
            if (Read(file, at, block) is not null)
            {
                _ = _hash.GetHashAndReset();
                return null;
            }

            _hash.AppendData(block);
        }

        return Convert.ToHexStringLower(_hash.GetHashAndReset());
    }

    /// <summary>Writes one file's content to another that is empty; holes stay holes.</summary>
    /// <param name="from">The file, open for reading.</param>
    /// <param name="to">The volume of the copy.</param>
    /// <param name="copy">The copy, open for writing.</param>
    /// <param name="size">The length of both in bytes.</param>
    /// <param name="digest">SHA-256 of what was read and written, in hex; empty after a failure.</param>
    internal VolumeError Copy(
        FileHandle from, IChangeableVolume to, FileHandle copy, long size, out string digest)
    {
        long hashed = 0;
        VolumeError error = Copy(from, to, copy, size, ref hashed);
        if (!error.Failed)
        {
            HashHole(ref hashed, size);
        }

        string all = Convert.ToHexStringLower(_hash.GetHashAndReset());
        digest = error.Failed ? "" : all;
        return error;
    }

    private VolumeError Copy(FileHandle from, IChangeableVolume to, FileHandle copy, long size, ref long hashed)
    {
        // Some programs behind FUSE refuse to make a file longer than what was written to it: then all is written.
        VolumeError error = to.SetLength(copy, size);
        bool isWhole = error.Kind is VolumeErrorKind.AccessDenied or VolumeErrorKind.Unsupported;
        error = isWhole ? VolumeError.None : error;
        for (long at = 0; at < size && !error.Failed;)
        {
            error = to.NextData(from, at, out long start, out long behind);
            if (isWhole || error.Kind is VolumeErrorKind.Unsupported or VolumeErrorKind.Other)
            {
                // A file system that knows nothing of holes.
                (start, behind, error) = (at, size, VolumeError.None);
            }

            behind = Math.Min(behind, size);
            for (long place = start; place < behind && !error.Failed; place += BlockBytes)
            {
                Span<byte> block = _blocks.Span[..(int)Math.Min(BlockBytes, behind - place)];
                error = volume.Read(from, place, block, out int read);
                if (!error.Failed && read < block.Length)
                {
                    error = new VolumeError(VolumeErrorKind.Changed);
                }

                error = error.Failed ? error : to.Write(copy, place, block);
                HashHole(ref hashed, place);
                _hash.AppendData(block);
                hashed += block.Length;
            }

            at = Math.Max(behind, at + 1);
        }

        return error;
    }

    private void HashHole(ref long hashed, long end)
    {
        if (hashed >= end)
        {
            return;
        }

        Span<byte> zeros = _blocks.Span.Slice(BlockBytes, BlockBytes);
        zeros.Clear();
        for (; hashed < end; hashed += Math.Min(BlockBytes, end - hashed))
        {
            _hash.AppendData(zeros[..(int)Math.Min(BlockBytes, end - hashed)]);
        }
    }

    private string? Read(FileHandle file, long at, Span<byte> block)
    {
        VolumeError error = volume.Read(file, at, block, out int read);
        return error.Failed ? $"cannot read it: {volume.Describe(error)}"
            : read < block.Length ? "it became shorter while it was read"
            : null;
    }
}
