using System.Security.Cryptography;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An open file with its digests, among them those that servers have of objects.</summary>
/// <remarks>
/// It stays while objects with its content go, or goes itself. Writers are kept out where that is possible. Thread-safe
/// once it is open.
/// </remarks>
internal sealed class HashedFile : IDisposable
{
    private const int BlockBytes = 256 * 1024;

    private readonly IChangeableVolume _volume;
    private readonly FileHandle _file;
    private readonly Dictionary<long, S3ETag> _etags = [];
    private readonly Lock _lock = new();
    private readonly bool _isLeased;
    private byte[] _sha1 = [];
    private byte[] _sha256 = [];

    private HashedFile(IChangeableVolume volume, ReportName name, FileHandle file, in FileFacts facts, bool isLeased)
    {
        _volume = volume;
        _file = file;
        _isLeased = isLeased;
        Name = name;
        Facts = facts;
    }

    internal ReportName Name { get; }

    internal FileFacts Facts { get; }

    /// <summary>Gets its handle, which this object closes.</summary>
    internal FileHandle Handle => _file;

    /// <summary>Gets the SHA-256 of its content in hex.</summary>
    internal string Digest => Convert.ToHexStringLower(_sha256);

    /// <summary>Opens the first name of a copy that is as the plan says, and reads it.</summary>
    /// <param name="volume">The volume.</param>
    /// <param name="folders">Finds its folder.</param>
    /// <param name="copy">The copy.</param>
    /// <param name="parts">The sizes of parts in bytes for which an ETag is wanted.</param>
    /// <param name="opened">The file, or null after a failure.</param>
    /// <param name="cancellation">Cancels reading.</param>
    /// <returns>Why it cannot be used, or null on success.</returns>
    internal static Step? Open(
        IChangeableVolume volume, FolderPool folders, PlanCopy copy, IEnumerable<long> parts, out HashedFile? opened,
        CancellationToken cancellation) =>
        Open(volume, folders, copy, file => file.Read(parts, cancellation), out opened);

    /// <summary>Opens the first name of a copy that is as the plan says, and reads it once.</summary>
    /// <param name="volume">The volume.</param>
    /// <param name="folders">Finds its folder.</param>
    /// <param name="copy">The copy.</param>
    /// <param name="check">Receives its content.</param>
    /// <param name="opened">The file, or null after a failure. It has no digest but the SHA-256.</param>
    /// <param name="cancellation">Cancels reading.</param>
    /// <returns>Why it cannot be used, or null on success.</returns>
    internal static Step? Open(
        IChangeableVolume volume, FolderPool folders, PlanCopy copy, IHostCheck check, out HashedFile? opened,
        CancellationToken cancellation) =>
        Open(volume, folders, copy, file => file.Read(check, cancellation), out opened);

    private static Step? Open(
        IChangeableVolume volume, FolderPool folders, PlanCopy copy, Func<HashedFile, Step?> read,
        out HashedFile? opened)
    {
        opened = null;
        foreach (ReportName name in copy.Names)
        {
            if (folders.Find(name, out Place place).Failed
                || volume.OpenFile(place.Folder, place.Bytes, out FileHandle file, out FileFacts facts).Failed)
            {
                continue;
            }

            VolumeError leased = volume.TakeLease(file);
            var hashed = new HashedFile(volume, name, file, facts, !leased.Failed);
            Step? against = !Identity.SameFile(facts, copy.Facts) || leased.Kind == VolumeErrorKind.Busy
                ? Step.Skip($"{name} has changed, or another program is writing to it")
                : read(hashed);
            if (against is { } why)
            {
                hashed.Dispose();
                return why;
            }

            opened = hashed;
            return null;
        }

        return Step.Skip($"{copy.Names[0]} no longer exists, or cannot be opened");
    }

    /// <summary>Gets whether nobody is waiting to write to it, as far as the file system can tell.</summary>
    internal bool IsUndisturbed => !_isLeased || _volume.HoldsLease(_file);

    /// <summary>Gets whether its content is unchanged, and nobody is waiting to write to it.</summary>
    internal bool HasContent
    {
        get
        {
            lock (_lock)
            {
                return !_volume.Stat(_file, out FileFacts now).Failed && Identity.SameFile(now, Facts)
                    && IsUndisturbed;
            }
        }
    }

    /// <summary>Returns whether it has the same flags and attributes as before.</summary>
    internal bool HasExtras(FileExtras before) =>
        _volume.ReadExtras(_file, out FileExtras now).Failed || now.IsLike(before);

    /// <summary>Gets whether it still has a name, nothing changed, and nobody is waiting to write to it.</summary>
    internal bool IsUnchanged
    {
        get
        {
            lock (_lock)
            {
                return !_volume.Stat(_file, out FileFacts now).Failed && now.Links > 0
                    && Identity.Unchanged(now, Facts) && IsUndisturbed;
            }
        }
    }

    /// <summary>Returns whether the content has the ETag of an object, or null if that is not certain.</summary>
    internal bool? HasETag(ObjectState state)
    {
        S3ETag etag = state.ContentETag;
        if (!etag.IsDigest)
        {
            return null;
        }

        bool isEqual = etag.PartCount == 0 ? _etags[0] == etag : PartSizeOf(state) > 0;
        return isEqual || etag.PartCount == 0 || state.PartBytes > 0 ? isEqual : null;
    }

    /// <summary>Returns the size of parts in bytes with which the content has the ETag of an object, or 0.</summary>
    internal long PartSizeOf(ObjectState state) => state.ContentETag.PartCount == 0
        ? 0
        : state.PartSizes.FirstOrDefault(
            size => _etags.TryGetValue(size, out S3ETag own) && own == state.ContentETag);

    /// <summary>Returns whether the content has a checksum, or null if its algorithm proves too little.</summary>
    internal bool? Has(S3Checksum checksum) => checksum.Algorithm switch
    {
        ChecksumAlgorithm.Sha1 => checksum.Bytes.SequenceEqual(_sha1),
        ChecksumAlgorithm.Sha256 => checksum.Bytes.SequenceEqual(_sha256),
        _ => null,
    };

    /// <summary>Reads a block, and returns the number of bytes read.</summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    internal int Read(long offset, Span<byte> block)
    {
        lock (_lock)
        {
            VolumeError error = _volume.Read(_file, offset, block, out int read);
            return error.Failed ? throw new IOException(_volume.Describe(error)) : read;
        }
    }

    public void Dispose() => _volume.Close(_file);

    // All digests in one pass.
    private Step? Read(IEnumerable<long> parts, CancellationToken cancellation)
    {
        using IncrementalHash sha1 = IncrementalHash.CreateHash(HashAlgorithmName.SHA1);
        using var all = new PartsDigest(0);
        PartsDigest[] digests = [all, .. parts.Where(static size => size > 0).Distinct().Select(Of)];
        Step? against = Read(
            content =>
            {
                sha1.AppendData(content);
                foreach (PartsDigest digest in digests)
                {
                    digest.Append(content);
                }
            },
            cancellation);
        _sha1 = sha1.GetHashAndReset();
        foreach (PartsDigest digest in digests)
        {
            _etags[digest.PartBytes] = digest.Finish();
            digest.Dispose();
        }

        return against;

        static PartsDigest Of(long bytes) => new(bytes);
    }

    private Step? Read(IHostCheck check, CancellationToken cancellation) => Read(check.Append, cancellation);

    private Step? Read(Action<ReadOnlySpan<byte>> use, CancellationToken cancellation)
    {
        using IncrementalHash sha256 = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        byte[] block = new byte[BlockBytes];
        for (long at = 0; at < Facts.Size;)
        {
            if (cancellation.IsCancellationRequested)
            {
                return Step.Skip(ActResult.Interrupted);
            }

            VolumeError error = _volume.Read(_file, at, block, out int read);
            if (error.Failed || read == 0)
            {
                return error.Failed
                    ? Step.Fail(_volume, $"{Name} cannot be read", error)
                    : Step.Skip($"{Name} became shorter while it was being read");
            }

            ReadOnlySpan<byte> content = block.AsSpan(0, read);
            sha256.AppendData(content);
            use(content);
            at += read;
        }

        _sha256 = sha256.GetHashAndReset();
        VolumeError synced = _volume.Sync(_file);
        if (synced.Failed)
        {
            return Step.Fail(_volume, $"{Name} cannot be flushed to disk", synced);
        }

        return IsUnchanged ? null : Step.Skip($"{Name} changed while it was being read");
    }

    /// <summary>Computes the ETag of content that is uploaded in parts, or in one piece.</summary>
    private sealed class PartsDigest(long partBytes) : IDisposable
    {
        private readonly IncrementalHash _part = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
        private readonly IncrementalHash _whole = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
        private long _inPart;
        private int _parts;

        internal long PartBytes => partBytes;

        public void Dispose()
        {
            _part.Dispose();
            _whole.Dispose();
        }

        internal void Append(ReadOnlySpan<byte> content)
        {
            while (partBytes > 0 && _inPart + content.Length >= partBytes)
            {
                int rest = (int)(partBytes - _inPart);
                _part.AppendData(content[..rest]);
                content = content[rest..];
                EndPart();
            }

            _part.AppendData(content);
            _inPart += content.Length;
        }

        internal S3ETag Finish()
        {
            if (partBytes == 0)
            {
                return S3ETag.Parse(Convert.ToHexStringLower(_part.GetHashAndReset()));
            }

            if (_inPart > 0)
            {
                EndPart();
            }

            return S3ETag.Parse($"{Convert.ToHexStringLower(_whole.GetHashAndReset())}-{_parts}");
        }

        private void EndPart()
        {
            _whole.AppendData(_part.GetHashAndReset());
            _inPart = 0;
            _parts++;
        }
    }
}
