using System.Security.Cryptography;
using Doppel.Reports;
using Doppel.S3;

namespace Doppel.Acting;

/// <summary>Finds out whether an object has the content that another one had before a run.</summary>
/// <remarks>
/// Its ETag alone is no proof: some servers have ETags that are no digests. One object of each bucket is read to see
/// that. If the journal has a SHA-256 and the server nothing that proves it, the object itself is read. Thread-safe.
/// </remarks>
/// <param name="store">Opens objects.</param>
internal sealed class ObjectLikeness(ObjectStore store)
{
    private const int BlockBytes = 128 * 1024;

    private readonly ObjectTrials _trials = new(store, S3DigestTrials.BytesMaxDefault);

    /// <summary>Compares an object with a lost one.</summary>
    /// <param name="name">The name of the object.</param>
    /// <param name="state">Its state.</param>
    /// <param name="lost">The state of the lost object.</param>
    /// <param name="digest">The SHA-256 of the lost content in hex, or empty if the journal has none.</param>
    /// <param name="bytesMax">The size in bytes up to which the object itself may be read to check its ETag.</param>
    internal async ValueTask<Likeness> OfAsync(
        ReportName name, ObjectState state, ObjectState lost, string digest, long bytesMax)
    {
        if (state.Size != lost.Size)
        {
            return Likeness.Different;
        }

        foreach (S3DigestClaim claim in state.Claims(name))
        {
            bool? isEqual = IsEqual(claim, state, lost, digest);
            if (isEqual is null)
            {
                continue;
            }

            _trials.Add(name, state);
            S3DigestTrust trust = await _trials.OfAsync(name, claim.Kind, CancellationToken.None).ConfigureAwait(false);

            // The lost content had this digest. Whether others have the same does not matter here.
            bool isWanted = trust.State is S3DigestState.Single or S3DigestState.TooLarge && state.Size <= bytesMax;
            trust = isWanted && !state.IsArchived
                ? await _trials.CheckAsync(name, claim, CancellationToken.None).ConfigureAwait(false)
                : trust;
            if (trust.State == S3DigestState.Trusted)
            {
                return isEqual.Value ? Likeness.Same : Likeness.Different;
            }

            if (digest.Length == 0)
            {
                bool mayBe = isEqual.Value && trust.State != S3DigestState.Refuted;
                return mayBe ? Likeness.Unproved : Likeness.Different;
            }
        }

        if (digest.Length == 0 || state.IsArchived)
        {
            return Likeness.Unproved;
        }

        return await DigestOfAsync(name, state).ConfigureAwait(false) == digest ? Likeness.Same : Likeness.Different;
    }

    // Null if the journal has nothing to compare the digest with.
    private static bool? IsEqual(S3DigestClaim claim, ObjectState state, ObjectState lost, string digest)
    {
        if (claim.Checksum is { } checksum)
        {
            return claim.Kind == S3DigestKind.Sha256 && digest.Length > 0
                ? Convert.ToHexStringLower(checksum.Bytes) == digest
                : null;
        }

        return lost.ContentETag.IsDigest && lost.ContentETag.PartCount == state.ContentETag.PartCount
            ? lost.ContentETag == state.ContentETag
            : null;
    }

    private async ValueTask<string> DigestOfAsync(ReportName name, ObjectState state)
    {
        await using S3Object content = await store.OpenAsync(
            name, state.ETag, isCompared: true, CancellationToken.None).ConfigureAwait(false);
        using IncrementalHash sha256 = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        byte[] block = new byte[BlockBytes];
        Stream body = content.OpenBody();
        while (await body.ReadAsync(block).ConfigureAwait(false) is > 0 and var read)
        {
            sha256.AppendData(block.AsSpan(0, read));
        }

        return content.IsFound ? Convert.ToHexStringLower(sha256.GetHashAndReset()) : "";
    }
}

/// <summary>Specifies whether an object has the content of a lost one.</summary>
internal enum Likeness
{
    /// <summary>It has another content, or one about which the server says nothing true.</summary>
    Different,

    /// <summary>Nothing says that it has another content, but nothing proves that it has the same.</summary>
    Unproved,

    /// <summary>It has the same content.</summary>
    Same,
}
