using System.Buffers;
using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>
/// Asks a server about objects whose content a listing leaves open: a HEAD request for each. If that is not enough, the
/// object is read, as far as that is allowed.
/// </summary>
/// <param name="listing">The listing.</param>
/// <param name="budget">What may be requested, for all buckets together, and which digests are trusted.</param>
/// <param name="areETagsWrong">Whether the list has shown that the ETags of the bucket are no digests.</param>
internal sealed class BucketSource(S3Listing listing, BucketBudget budget, bool areETagsWrong) : IListedSource
{
    private const int Mebibyte = 1024 * 1024;
    private const int RequestsAtOnce = 32;
    private const int BufferBytes = 128 * 1024;

    // How often an object is read whose content does not match its ETag.
    private const int ReadsMax = 3;

    private static readonly ListedAnswer s_vanished =
        Failed(VolumeErrorKind.Vanished, "The object has been deleted since it was listed");

    private static readonly ListedAnswer s_changed =
        Failed(VolumeErrorKind.Changed, "The object has been replaced since it was listed");

    // After this many requests that were denied and none that was allowed, HEAD is not permitted at all.
    private const int DeniedMax = 20;

    // Of the objects whose content is left open.
    private readonly ConcurrentDictionary<string, string> _etags = new(StringComparer.Ordinal);

    private volatile Exception? _refusal;
    private int _denied = DeniedMax;

    public int QuestionsMax => budget.Heads;

    public bool CanRead => budget.CanRead;

    /// <summary>Gets why no further questions were asked, or null if nothing prevented it.</summary>
    internal Exception? Refusal => _refusal;

    public ListedAnswer[] Ask(
        IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken)
    {
        var answers = new ListedAnswer[questions.Count];
        int taken = budget.TakeHeads(questions.Count);
        if (budget.IsDryRun)
        {
            budget.Plan(questions.Take(taken).Select(static question => question.File.Size));
            return answers;
        }

        ForEach(taken, answered, async (i, stop) =>
            answers[i] = await AskAsync(questions[i], stop).ConfigureAwait(false), cancellationToken);

        // From here on, the listing alone decides.
        for (int i = 0; _refusal is not null && i < answers.Length; i++)
        {
            answers[i] = answers[i].State == ListedState.Unanswered ? default : answers[i];
        }

        return answers;
    }

    public ListedAnswer[] Read(
        IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken)
    {
        var answers = new ListedAnswer[questions.Count];
        ForEach(questions.Count, answered, async (i, stop) =>
            answers[i] = await ReadAsync(questions[i], stop).ConfigureAwait(false), cancellationToken);
        return answers;
    }

    private void ForEach(
        int count, Action answered, Func<int, CancellationToken, ValueTask> body, CancellationToken cancellationToken)
    {
        var options = new ParallelOptions
        {
            MaxDegreeOfParallelism = RequestsAtOnce,
            CancellationToken = cancellationToken,
        };
        try
        {
            Parallel.ForEachAsync(Enumerable.Range(0, count), options, async (i, stop) =>
            {
                if (_refusal is null)
                {
                    await body(i, stop).ConfigureAwait(false);
                }

                answered();
            }).GetAwaiter().GetResult();
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The answers so far count.
        }
    }

    private async ValueTask<ListedAnswer> AskAsync(ListedQuestion question, CancellationToken cancellationToken)
    {
        bool isInParts = !question.NeedsProof && question.File.Listed is { } listed
            && ContentHash.PartBytesOf(listed.Algorithm) > 0;
        S3GetOptions options = isInParts
            ? new S3GetOptions { PartNumber = 1 }
            : new S3GetOptions { WithChecksum = true };
        var unanswered = new ListedAnswer(ListedState.Unanswered);
        try
        {
            S3ObjectInfo info = await listing.HeadAsync(KeyOf(question), options, cancellationToken)
                .ConfigureAwait(false);
            if (!info.IsFound)
            {
                return info.Status == S3Status.NotFound ? s_vanished : unanswered;
            }

            Interlocked.Exchange(ref _denied, int.MaxValue);
            if (info.ObjectLength != question.File.Size || !IsAt(info.LastModified, question.File.Modified))
            {
                return s_changed;
            }

            ListedAnswer answer = isInParts ? OfParts(info, question.File) : OfWhole(info, question);
            if (answer.Digest is null && info.ETag is { } etag)
            {
                _etags[KeyOf(question)] = etag;
            }

            return answer;
        }
        catch (S3Exception refused) when (refused.StatusCode == HttpStatusCode.BadRequest)
        {
            // Encrypted with a key that only its owner has, so the ETag is no digest of the content. The list was
            // requested in the same way, so nothing else can be wrong.
            return new ListedAnswer(ListedState.Open);
        }
        catch (Exception failure) when (failure is S3Exception or S3CredentialsException)
        {
            return After(failure, unanswered);
        }
    }

    private async ValueTask<ListedAnswer> ReadAsync(ListedQuestion question, CancellationToken cancellationToken)
    {
        (string key, long size) = (KeyOf(question), question.File.Size);
        try
        {
            if (!_etags.TryGetValue(key, out string? etag))
            {
                return default;
            }

            ListedAnswer? answer = question.Ends is { } ends
                ? await CompareEndsAsync(key, etag, size, ends, cancellationToken).ConfigureAwait(false)
                : null;
            return answer ?? await ReadWholeAsync(key, etag, size, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception failure) when (failure is S3Exception or S3CredentialsException)
        {
            return After(failure, default);
        }
    }

    // Returns null if the whole object has to be read.
    private async ValueTask<ListedAnswer?> CompareEndsAsync(
        string key, string etag, long size, IListedEnds ends, CancellationToken cancellationToken)
    {
        byte[] both = new byte[2 * ends.Bytes];
        Memory<byte> first = both.AsMemory(0, ends.Bytes);
        Memory<byte> last = both.AsMemory(ends.Bytes);
        foreach (bool isFirst in (bool[])[true, false])
        {
            long offset = isFirst ? 0 : size - ends.Bytes;
            if (!budget.TryTakeBytes(ends.Bytes, rest: size + (isFirst ? ends.Bytes : 0)))
            {
                return default(ListedAnswer);
            }

            var options = new S3GetOptions
            {
                Conditions = new S3Conditions { IfMatch = etag },
                Range = S3Range.Of(offset, ends.Bytes),
            };
            try
            {
                S3Object found = await listing.GetAsync(key, options, cancellationToken).ConfigureAwait(false);
                await using (found.ConfigureAwait(false))
                {
                    if (!found.IsFound || found.ETag != etag)
                    {
                        return s_changed;
                    }

                    await found.ReadAsync(isFirst ? first : last, cancellationToken).ConfigureAwait(false);
                }
            }
            catch (S3Exception other) when (other.Code == S3ErrorCode.BadAnswer)
            {
                // Some servers ignore ranges.
                return null;
            }

            if (isFirst ? !ends.MayBegin(first.Span) : !ends.MayBe(first.Span, last.Span))
            {
                return new ListedAnswer(ListedState.Open) { Differs = true };
            }
        }

        return null;
    }

    private async ValueTask<ListedAnswer> ReadWholeAsync(
        string key, string etag, long size, CancellationToken cancellationToken)
    {
        for (int read = 1; budget.TryTakeBytes(size); read++)
        {
            try
            {
                return await ReadOnceAsync(key, etag, cancellationToken).ConfigureAwait(false);
            }
            catch (S3Exception damaged) when (damaged.Code == S3ErrorCode.ChecksumMismatch && read < ReadsMax)
            {
                // Damaged on the way, or in the storage.
            }
        }

        return default;
    }

    private async ValueTask<ListedAnswer> ReadOnceAsync(string key, string etag, CancellationToken cancellationToken)
    {
        var options = new S3GetOptions
        {
            Conditions = new S3Conditions { IfMatch = etag },
            LeavesVerification = areETagsWrong,
        };
        S3Object found = await listing.GetAsync(key, options, cancellationToken).ConfigureAwait(false);
        await using (found.ConfigureAwait(false))
        {
            if (!found.IsFound || found.ETag != etag)
            {
                return s_changed;
            }

            var hash = new Xxh3State();
            byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
            Stream body = found.OpenBody();
            while (await body.ReadAsync(buffer, cancellationToken).ConfigureAwait(false) is > 0 and var read)
            {
                hash.Append(buffer.AsSpan(0, read));
            }

            ArrayPool<byte>.Shared.Return(buffer);
            return new ListedAnswer(
                ListedState.Open, new ListedDigest(DigestAlgorithm.Xxh3, hash.GetDigest()));
        }
    }

    private ListedAnswer After(Exception failure, in ListedAnswer denied)
    {
        bool isDenied = failure is S3Exception { StatusCode: HttpStatusCode.Forbidden };
        bool isOfAll = failure is not S3Exception { AffectsAllRequests: false };
        if (isOfAll || (isDenied && Interlocked.Decrement(ref _denied) == 0))
        {
            _refusal ??= failure;
        }

        return isDenied || isOfAll ? denied : Failed(VolumeErrorKind.InputOutput, failure.Message.TrimEnd('.'));
    }

    private static string KeyOf(in ListedQuestion question) => Encoding.UTF8.GetString(question.Path.Span[1..]);

    private static ListedAnswer Failed(VolumeErrorKind kind, string message) =>
        new(ListedState.Failed, Error: new VolumeError(kind), Message: message);

    private static ListedAnswer OfParts(S3ObjectInfo info, in SavedFile file)
    {
        if (!info.HasContentETag)
        {
            return new ListedAnswer(ListedState.Open);
        }

        // A server that ignores the number of the part gives the whole object.
        if (info.Length == file.Size)
        {
            return new ListedAnswer(ListedState.Unanswered);
        }

        (DigestAlgorithm algorithm, Digest128 value) = file.Listed!.Value;
        if (info.Length == ContentHash.PartBytesOf(algorithm))
        {
            return new ListedAnswer(ListedState.Right);
        }

        (long mebibytes, long rest) = Math.DivRem(info.Length, Mebibyte);
        bool isComputable = rest == 0 && mebibytes is >= 1 and <= ContentHash.PartMebibytesMax;
        return new ListedAnswer(
            ListedState.Open,
            isComputable ? new ListedDigest(ContentHash.Md5Parts((int)mebibytes), value) : null);
    }

    private ListedAnswer OfWhole(S3ObjectInfo info, in ListedQuestion question)
    {
        bool isRight = question.File.Listed is not null && info.HasContentETag;
        if (isRight && BucketDigest.Of(S3ETag.Parse(info.ETag), question.File.Size) != question.File.Listed)
        {
            return s_changed;
        }

        if (isRight && !question.NeedsProof)
        {
            return new ListedAnswer(ListedState.Right);
        }

        ListedDigest? other = info.Checksum is { Type: ChecksumType.FullObject } checksum
            ? BucketDigest.Of(checksum)
            : null;
        bool isTrusted = other is { } digest && ContentHash.IsAtLeast(digest.Algorithm, budget.Trust);
        return new ListedAnswer(isRight ? ListedState.Right : ListedState.Open, isTrusted ? other : null);
    }

    // Headers have whole seconds.
    private static bool IsAt(DateTimeOffset? time, FileTime listed) =>
        time is null || listed == default || Math.Abs(time.Value.ToUnixTimeSeconds() - listed.Seconds) <= 1;
}
