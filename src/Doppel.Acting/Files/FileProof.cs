using System.Security.Cryptography;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Reads open files, to compare two byte by byte or to compute the digest of one.</summary>
/// <remarks>Not thread-safe.</remarks>
/// <param name="volume">The volume of the files.</param>
/// <param name="progress">Receives the bytes that are compared or copied; null if progress is not reported.</param>
internal sealed class FileProof(IVolume volume, ActProgress? progress = null) : IDisposable
{
    private const int BlockBytes = 128 * 1024;

    private readonly NativeBuffer<byte> _blocks = new(2 * BlockBytes);
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private readonly Xxh3State _xxh3 = new();

    public void Dispose()
    {
        _blocks.Dispose();
        _hash.Dispose();
    }

    /// <summary>Compares two files of equal length.</summary>
    /// <param name="keeper">The first file.</param>
    /// <param name="other">The second file.</param>
    /// <param name="size">The length of both files in bytes.</param>
    /// <param name="digests">The digests of the content if the files are equal. Otherwise none.</param>
    /// <param name="cancellation">Cancels the comparison. The files are then treated as different.</param>
    /// <returns>Null if the files are equal, otherwise the reason why not.</returns>
    internal string? Compare(
        FileHandle keeper, FileHandle other, long size, out ContentDigests digests,
        CancellationToken cancellation)
    {
        digests = ContentDigests.None;
        _xxh3.Reset();
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

            Hash(first);
            progress?.Advance(bytes);
        }

        digests = new ContentDigests(Convert.ToHexStringLower(_hash.GetHashAndReset()), _xxh3.GetDigest());
        return null;
    }

    /// <summary>Returns the SHA-256 of a file's first bytes in hex, or null if they could not all be read.</summary>
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

    /// <summary>Returns whether a file has this size in bytes and this SHA-256 in hex.</summary>
    internal bool IsAt(FolderHandle folder, ReadOnlySpan<byte> name, long size, string sha256)
    {
        if (volume.OpenFile(folder, name, out FileHandle file, out FileFacts facts).Failed)
        {
            return false;
        }

        bool isIt = facts.Size == size && DigestOf(file, size) == sha256;
        volume.Close(file);
        return isIt;
    }

    /// <summary>Copies the content of a file to an empty file, preserving holes.</summary>
    /// <param name="from">The source, open for reading.</param>
    /// <param name="to">The volume of the copy.</param>
    /// <param name="copy">The copy, open for writing.</param>
    /// <param name="size">The length of both files in bytes.</param>
    /// <param name="digests">The digests of the copied content. None after a failure.</param>
    internal VolumeError Copy(
        FileHandle from, IChangeableVolume to, FileHandle copy, long size, out ContentDigests digests)
    {
        long hashed = 0;
        _xxh3.Reset();
        VolumeError error = Copy(from, to, copy, size, ref hashed);
        if (!error.Failed)
        {
            HashHole(ref hashed, size);
        }

        string sha256 = Convert.ToHexStringLower(_hash.GetHashAndReset());
        digests = error.Failed ? ContentDigests.None : new ContentDigests(sha256, _xxh3.GetDigest());
        return error;
    }

    private VolumeError Copy(FileHandle from, IChangeableVolume to, FileHandle copy, long size, ref long hashed)
    {
        // Some FUSE programs refuse to make a file longer than what was written to it. Everything is then written,
        // including holes.
        VolumeError error = to.SetLength(copy, size);
        bool isWhole = error.Kind is VolumeErrorKind.AccessDenied or VolumeErrorKind.Unsupported;
        error = isWhole ? VolumeError.None : error;
        for (long at = 0; at < size && !error.Failed;)
        {
            error = to.NextData(from, at, out long start, out long behind);
            if (isWhole || error.Kind is VolumeErrorKind.Unsupported or VolumeErrorKind.Other)
            {
                // The file system does not support holes.
                (start, behind, error) = (at, size, VolumeError.None);
            }

            behind = Math.Min(behind, size);
            if (!error.Failed && behind <= at)
            {
                // The file is shorter than it should be.
                error = new VolumeError(VolumeErrorKind.Changed);
            }

            for (long place = start; place < behind && !error.Failed; place += BlockBytes)
            {
                Span<byte> block = _blocks.Span[..(int)Math.Min(BlockBytes, behind - place)];
                error = volume.Read(from, place, block, out int read);
                if (!error.Failed && read < block.Length)
                {
                    error = new VolumeError(VolumeErrorKind.Changed);
                }

                error = error || to.Write(copy, place, block);
                HashHole(ref hashed, place);
                Hash(block);
                hashed += block.Length;
                progress?.Advance(block.Length);
            }

            at = behind;
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
            Hash(zeros[..(int)Math.Min(BlockBytes, end - hashed)]);
        }
    }

    private void Hash(ReadOnlySpan<byte> block)
    {
        _hash.AppendData(block);
        _xxh3.Append(block);
    }

    private string? Read(FileHandle file, long at, Span<byte> block)
    {
        VolumeError error = volume.Read(file, at, block, out int read);
        if (error.Failed)
        {
            return $"cannot read it: {volume.Describe(error)}";
        }

        return read < block.Length ? "it became shorter while it was being read" : null;
    }
}

/// <summary>The digests of a file's content.</summary>
/// <param name="Sha256">The SHA-256 in hex, as the journal has it. Empty if there is none.</param>
/// <param name="Xxh3">The XXH3-128, as the catalog has it. Zero if there is none.</param>
internal readonly record struct ContentDigests(string Sha256, Digest128 Xxh3)
{
    internal static ContentDigests None { get; } = new("", default);
}
