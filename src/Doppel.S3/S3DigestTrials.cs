using System.Globalization;

namespace Doppel.S3;

/// <summary>
/// Finds out whether what a server presents as digests of objects really is derived from their contents, by reading one
/// object for each kind of digest.
/// </summary>
/// <remarks>
/// Add all objects whose digests you want to rely on, or as many as you know, before you ask. The smallest one is read,
/// once. A digest that all objects share could be the right one of that object and wrong for all others, so at least
/// two different ones must be known; if necessary, up to 1,000 objects of the bucket are listed. Thread-safe.
/// </remarks>
/// <param name="client">The client.</param>
/// <param name="bucket">The bucket.</param>
/// <param name="bytesMax">The size in bytes of the largest object that may be read.</param>
public sealed class S3DigestTrials(S3Client client, string bucket, long bytesMax)
{
    /// <summary>The size in bytes up to which an object may usually be read: 64 MiB.</summary>
    public const long BytesMaxDefault = 64L << 20;

    private const int BlockBytes = 128 * 1024;

    private readonly Lock _lock = new();
    private readonly S3ETagSurvey _survey = new();
    private readonly Dictionary<S3DigestKind, Trial> _trials = [];
    private bool _isListed;

    /// <summary>Adds an object that can be read, with a digest. An empty one shows nothing.</summary>
    /// <param name="claim">What the server says about it.</param>
    public void Add(S3DigestClaim claim)
    {
        ArgumentNullException.ThrowIfNull(claim);
        if (claim.Bytes == 0)
        {
            return;
        }

        lock (_lock)
        {
            Trial trial = TrialOf(claim.Kind);
            trial.HasOther |= trial.Value is { } value && value != claim.Value;
            trial.Value ??= claim.Value;
            if (claim.Checksum is null)
            {
                _survey.Add(claim.Digest, claim.Bytes, modified: null, key: default);
            }

            bool isSmaller = trial.Smallest is not { } smallest || claim.Bytes < smallest.Bytes
                || (claim.Bytes == smallest.Bytes && string.CompareOrdinal(claim.Key, smallest.Key) < 0);
            if (isSmaller)
            {
                trial.Smallest = claim;
            }
        }
    }

    /// <summary>Returns whether digests of a kind are those of the contents.</summary>
    /// <param name="kind">The kind of an object that was added.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="S3Exception">A request failed as all others would.</exception>
    public async ValueTask<S3DigestTrust> OfAsync(S3DigestKind kind, CancellationToken cancellationToken = default)
    {
        Task<S3DigestTrust> asked;
        lock (_lock)
        {
            Trial trial = TrialOf(kind);
            bool isOld = trial.Verdict is { IsCompleted: true } done && !(done.IsCompletedSuccessfully
                && (trial.IsFinal || trial.Asked == (trial.Smallest, trial.HasOther)));
            if (trial.Verdict is null || isOld)
            {
                trial.Asked = (trial.Smallest, trial.HasOther);
                trial.Verdict = Task.Run(() => DecideAsync(kind, trial, cancellationToken), CancellationToken.None);
            }

            asked = trial.Verdict;
        }

        return await asked.WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Reads one object, whatever its size, and returns whether it contains what its digest says.</summary>
    /// <param name="claim">What the server says about it.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="S3Exception">A request failed as all others would.</exception>
    public async ValueTask<S3DigestTrust> CheckAsync(
        S3DigestClaim claim, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(claim);
        return await ReadAsync(claim.Kind, claim, cancellationToken).ConfigureAwait(false);
    }

    private Trial TrialOf(S3DigestKind kind) =>
        _trials.TryGetValue(kind, out Trial? trial) ? trial : _trials[kind] = new Trial();

    private async Task<S3DigestTrust> DecideAsync(S3DigestKind kind, Trial trial, CancellationToken cancellationToken)
    {
        S3DigestTrust trust = await TryAsync(kind, trial, cancellationToken).ConfigureAwait(false);
        trial.IsFinal = trust.IsFinal;
        return trust;
    }

    private async Task<S3DigestTrust> TryAsync(S3DigestKind kind, Trial trial, CancellationToken cancellationToken)
    {
        (S3DigestClaim? smallest, bool hasOther) = trial.Asked;
        if (smallest is null)
        {
            return new S3DigestTrust(S3DigestState.Unreadable, $"{bucket} has no object that shows it");
        }

        bool isOfETags = kind is S3DigestKind.Md5 or S3DigestKind.PartsMd5;
        if (!hasOther && isOfETags)
        {
            await ListAsync(cancellationToken).ConfigureAwait(false);
            hasOther = trial.HasOther;
        }

        if (isOfETags && _survey.Contradiction is { } contradiction)
        {
            return new S3DigestTrust(
                S3DigestState.Refuted, $"the ETags of {bucket} are no digests of the contents: {contradiction}");
        }

        if (!hasOther)
        {
            return new S3DigestTrust(
                S3DigestState.Single, $"{bucket} shows no second {NameOf(kind)}, so that it may be the same for all");
        }

        return smallest.Bytes <= bytesMax
            ? await ReadAsync(kind, smallest, cancellationToken).ConfigureAwait(false)
            : new S3DigestTrust(S3DigestState.TooLarge, string.Create(
                CultureInfo.InvariantCulture,
                $"the smallest object to check the server's {NameOf(kind)}s with has {smallest.Bytes} bytes"))
            {
                Bytes = smallest.Bytes,
            };
    }

    // One page, which shows other ETags in nearly all buckets.
    private async Task ListAsync(CancellationToken cancellationToken)
    {
        if (_isListed)
        {
            return;
        }

        _isListed = true;
        try
        {
            await foreach (S3ListPage page in client.ListPagesAsync(
                bucket, cancellationToken: cancellationToken).ConfigureAwait(false))
            {
                Add(page);
                return;
            }
        }
        catch (S3Exception denied) when (!denied.AffectsAllRequests)
        {
            // The right to read does not imply the right to list.
        }
    }

    private void Add(S3ListPage page)
    {
        lock (_lock)
        {
            foreach (S3ListItem item in page)
            {
                if (item.IsPrefix || !item.ETag.MayBeDigestOf(item.Size))
                {
                    continue;
                }

                _survey.Add(item.ETag, item.Size, item.LastModified, item.Key);
                Trial trial = TrialOf(S3DigestClaim.KindOf(item.ETag));
                trial.HasOther |= item.Size > 0 && trial.Value is { } value && value != item.ETag.ToString();
            }
        }
    }

    private async Task<S3DigestTrust> ReadAsync(
        S3DigestKind kind, S3DigestClaim claim, CancellationToken cancellationToken)
    {
        string place = $"{bucket}/{claim.Key}";
        try
        {
            var options = new S3GetOptions
            {
                Conditions = new S3Conditions { IfMatch = claim.ETag },
                LeavesVerification = true,
            };
            await using S3Object found = await client.GetObjectAsync(bucket, claim.Key, options, cancellationToken)
                .ConfigureAwait(false);
            if (!found.IsFound || found.ETag != claim.ETag || found.ObjectLength != claim.Bytes)
            {
                return new S3DigestTrust(S3DigestState.Unreadable, $"{place} has changed");
            }

            bool? isEqual = await IsEqualAsync(found, claim, cancellationToken).ConfigureAwait(false);
            return isEqual switch
            {
                true => new S3DigestTrust(S3DigestState.Trusted, Reason: null),
                false => new S3DigestTrust(
                    S3DigestState.Refuted,
                    $"the server's {NameOf(kind)}s are no digests of the contents: that of {place} is not the one of "
                    + "what it contains"),
                null => new S3DigestTrust(
                    S3DigestState.Unreadable, $"the server does not tell the sizes of the parts of {place}"),
            };
        }
        catch (S3Exception failure) when (!failure.AffectsAllRequests)
        {
            return new S3DigestTrust(
                S3DigestState.Unreadable,
                $"the server's {NameOf(kind)}s could not be checked: {failure.Message.TrimEnd('.')}")
            {
                IsFinal = true,
            };
        }
    }

    // Null if the sizes of the parts are unknown, so that other contents cannot be told from other sizes.
    private async ValueTask<bool?> IsEqualAsync(
        S3Object found, S3DigestClaim claim, CancellationToken cancellationToken)
    {
        long[]? sizes = claim.Digest.PartCount > 1
            ? await new PartsOfObject(client, bucket, claim.Key, found, versionId: null)
                .FindSizesAsync(cancellationToken).ConfigureAwait(false)
            : null;
        List<ContentProof> proofs = [];
        if (claim.Checksum is { } checksum)
        {
            proofs.Add(ContentProof.RentFor(checksum));
        }
        else if (sizes is not null || claim.Digest.PartCount <= 1)
        {
            proofs.Add(ContentProof.RentFor(claim.Digest, sizes));
        }
        else
        {
            proofs.AddRange(claim.PartSizes.Select(size => ContentProof.RentFor(claim.Digest, [size])));
        }

        byte[] block = new byte[BlockBytes];
        Stream body = found.OpenBody();
        while (await body.ReadAsync(block, cancellationToken).ConfigureAwait(false) is > 0 and var count)
        {
            proofs.ForEach(proof => proof.Append(block.AsSpan(0, count)));
        }

        bool isEqual = proofs.FindAll(static proof => proof.IsEqual()).Count > 0;
        foreach (ContentProof proof in proofs)
        {
            ContentProof? used = proof;
            ContentProof.Return(ref used);
        }

        bool isCertain = claim.Checksum is not null || sizes is not null || claim.Digest.PartCount <= 1;
        return isEqual || isCertain ? isEqual : null;
    }

    private static string NameOf(S3DigestKind kind) => kind switch
    {
        S3DigestKind.Md5 => "ETag",
        S3DigestKind.PartsMd5 => "ETag of parts",
        S3DigestKind.Sha1 => "SHA-1",
        _ => "SHA-256",
    };

    private sealed class Trial
    {
        internal string? Value { get; set; }

        internal bool HasOther { get; set; }

        internal S3DigestClaim? Smallest { get; set; }

        internal (S3DigestClaim? Smallest, bool HasOther) Asked { get; set; }

        internal Task<S3DigestTrust>? Verdict { get; set; }

        /// <summary>Gets or sets whether more objects would not change the verdict. Set before it is there.</summary>
        internal bool IsFinal { get; set; }
    }
}
