using System.Globalization;
using System.Text;

namespace Doppel.S3.Server;

/// <summary>A small S3 that keeps everything in memory, written after Amazon's documentation. Thread-safe.</summary>
/// <remarks>Buckets, objects, lists, uploads in parts, copies, tags, conditions, checksums, versions.</remarks>
public sealed partial class MemoryS3 : IRequestHandler
{
    private readonly Dictionary<string, Bucket> _buckets = [];
    private readonly Dictionary<string, Answer> _redirects = [];
    private readonly Dictionary<string, GeneratedListing> _generated = [];
    private readonly Dictionary<string, int> _counts = [];
    private readonly RequestCheck _check;
    private readonly Lock _lock = new();
    private int _ids;

    /// <summary>An empty one.</summary>
    public MemoryS3(MemoryS3Options? options = null)
    {
        Options = options ?? new MemoryS3Options();
        _check = new RequestCheck(Options);
    }

    /// <summary>How it behaves.</summary>
    public MemoryS3Options Options { get; }

    /// <summary>Uploads that were neither completed nor aborted: empty after whoever cleans up.</summary>
    public IReadOnlyList<Upload> OpenUploads
    {
        get
        {
            lock (_lock)
            {
                return [.. _buckets.Values.SelectMany(bucket => bucket.Uploads.Values)];
            }
        }
    }

    /// <summary>How often each operation was asked for, by the names of S3, such as <c>PutObject</c>.</summary>
    public IReadOnlyDictionary<string, int> Counts
    {
        get
        {
            lock (_lock)
            {
                return new Dictionary<string, int>(_counts);
            }
        }
    }

    private S3Quirks Quirks => Options.Quirks;

    /// <summary>Makes a bucket without a request.</summary>
    public void AddBucket(string name)
    {
        lock (_lock)
        {
            _buckets.Add(name, new Bucket(name, Options.Region, Now()));
        }
    }

    /// <summary>Makes a bucket that holds this many objects in lists and nothing anywhere else.</summary>
    public void AddListing(string name, int count)
    {
        lock (_lock)
        {
            _generated.Add(name, new GeneratedListing(name, count));
        }
    }

    /// <summary>From now on every request to a bucket gets this answer; as usual again where null.</summary>
    public void Redirect(string bucket, Answer? answer)
    {
        lock (_lock)
        {
            _redirects.Remove(bucket);
            if (answer is not null)
            {
                _redirects.Add(bucket, answer);
            }
        }
    }

    /// <summary>Stores an object without a request, in place of one that is there.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key.</param>
    /// <param name="body">The content.</param>
    /// <param name="change">Changes what is stored; nothing where null.</param>
    public void Put(string bucket, string key, byte[] body, Func<StoredObject, StoredObject>? change = null)
    {
        lock (_lock)
        {
            var stored = new StoredObject
            {
                Key = key,
                Body = body,
                ETag = S3Request.Md5Of(body),
                LastModified = Now(),
                Headers = new Dictionary<string, string> { ["content-type"] = "binary/octet-stream" },
            };
            _buckets[bucket].Store(Shown(change is null ? stored : change(stored)));
        }
    }

    /// <summary>Removes an object without a request.</summary>
    public void Remove(string bucket, string key)
    {
        lock (_lock)
        {
            _buckets[bucket].Remove(key, Now());
        }
    }

    /// <summary>Has a bucket keep versions, or no more: <c>Enabled</c> or <c>Suspended</c>.</summary>
    public void SetVersioning(string bucket, string status)
    {
        lock (_lock)
        {
            _buckets[bucket].SetVersioning(status);
        }
    }

    /// <summary>An object; null if there is none.</summary>
    public StoredObject? Find(string bucket, string key)
    {
        lock (_lock)
        {
            return _buckets.GetValueOrDefault(bucket)?.Find(key);
        }
    }

    /// <summary>The keys of a bucket in their order.</summary>
    public IReadOnlyList<string> Keys(string bucket)
    {
        lock (_lock)
        {
            return [.. _buckets[bucket].Objects.Keys];
        }
    }

    /// <inheritdoc/>
    public async ValueTask<Answer> AnswerAsync(RawRequest request, ReceivedBody body, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(body);
        return AnswerTo(request, await body.ReadAllAsync(cancellation));
    }

    /// <summary>Answers a request whose body was read.</summary>
    public Answer AnswerTo(RawRequest request, byte[] body)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(body);
        Answer answer;
        try
        {
            answer = Answer(new S3Request(request, body, Options));
        }
        catch (S3Error error)
        {
            answer = error.ToAnswer();
        }

        return answer.Header("Date") is null
            ? answer.With("Date", Options.Time.GetUtcNow().ToString("R", CultureInfo.InvariantCulture))
            : answer;
    }

    private Answer Answer(S3Request request)
    {
        _check.Check(request);
        lock (_lock)
        {
            if (_redirects.TryGetValue(request.Bucket, out Answer? redirect))
            {
                return redirect;
            }

            (string name, Func<Answer> run) = Operation(request);
            _counts[name] = _counts.GetValueOrDefault(name) + 1;
            return run();
        }
    }

    private (string Name, Func<Answer> Run) Operation(S3Request request) => request switch
    {
        { Bucket: "" } => request.Method == "GET"
            ? ("ListBuckets", ListBuckets)
            : throw new S3Error(405, "MethodNotAllowed"),
        { Key: "" } => BucketOperation(request),
        _ => ObjectOperation(request),
    };

    private (string Name, Func<Answer> Run) BucketOperation(S3Request request) => request.Method switch
    {
        "PUT" when request.Query.Count == 0 => ("CreateBucket", () => CreateBucket(request)),
        "HEAD" => ("HeadBucket", () => HeadBucket(request)),
        "DELETE" when request.Query.Count == 0 => ("DeleteBucket", () => DeleteBucket(request)),
        "GET" when request.Asks("location") => ("GetBucketLocation", () => GetBucketLocation(request)),
        "GET" when request.Asks("versioning") => ("GetBucketVersioning", () => GetBucketVersioning(request)),
        "GET" when request.Asks("versions") => ("ListObjectVersions", () => ListVersions(request)),
        "GET" when request.Asks("uploads") => ("ListMultipartUploads", () => ListUploads(request)),
        "GET" when request.Query.GetValueOrDefault("list-type") == "2" => ("ListObjectsV2", () => ListObjects(request)),
        "POST" when request.Asks("delete") => ("DeleteObjects", () => DeleteObjects(request)),
        _ => throw new S3Error(501, "NotImplemented"),
    };

    private (string Name, Func<Answer> Run) ObjectOperation(S3Request request) => request.Method switch
    {
        _ when Encoding.UTF8.GetByteCount(request.Key) > 1024 => throw new S3Error(400, "KeyTooLongError"),
        "PUT" when request.Asks("uploadId") && request.Header("x-amz-copy-source") is not null =>
            ("UploadPartCopy", () => UploadPartCopy(request)),
        "PUT" when request.Asks("uploadId") => ("UploadPart", () => UploadPart(request)),
        "PUT" when request.Asks("tagging") => ("PutObjectTagging", () => PutTags(request)),
        "PUT" when request.Header("x-amz-copy-source") is not null => ("CopyObject", () => CopyObject(request)),
        "PUT" => ("PutObject", () => PutObject(request)),
        "GET" when request.Asks("uploadId") => ("ListParts", () => ListParts(request)),
        "GET" when request.Asks("tagging") => ("GetObjectTagging", () => GetTags(request)),
        "GET" when request.Asks("attributes") && !Quirks.IgnoresAttributes =>
            ("GetObjectAttributes", () => GetAttributes(request)),
        "GET" => ("GetObject", () => GetObject(request)),
        "HEAD" => ("HeadObject", () => GetObject(request)),
        "DELETE" when request.Asks("uploadId") => ("AbortMultipartUpload", () => AbortUpload(request)),
        "DELETE" when request.Asks("tagging") => ("DeleteObjectTagging", () => DeleteTags(request)),
        "DELETE" => ("DeleteObject", () => DeleteObject(request)),
        "POST" when request.Asks("uploads") => ("CreateMultipartUpload", () => CreateUpload(request)),
        "POST" when request.Asks("uploadId") => ("CompleteMultipartUpload", () => CompleteUpload(request)),
        _ => throw new S3Error(405, "MethodNotAllowed"),
    };

    private Bucket Find(S3Request request) =>
        _buckets.GetValueOrDefault(request.Bucket) ?? throw S3Error.NoSuchBucket;

    private StoredObject FindObject(S3Request request) =>
        (request.Query.TryGetValue("versionId", out string? version)
            ? Find(request).Find(request.Key, version)
            : Find(request).Find(request.Key)) ?? throw S3Error.NoSuchKey;

    private StoredObject Shown(StoredObject stored) =>
        Options.ETagOf is null ? stored : stored with { Shown = Options.ETagOf(stored) };

    private Answer WithETag(Answer answer, StoredObject stored) =>
        WithBareETag(stored.VersionId is { } id ? answer.With("x-amz-version-id", id) : answer, stored);

    private Answer WithBareETag(Answer answer, StoredObject stored)
    {
        string weak = Quirks.HasWeakETags ? "W/" : "";
        return stored.QuotedETag.Length == 0 ? answer : answer.With("ETag", weak + stored.QuotedETag);
    }

    // S3 keeps whole seconds.
    private DateTimeOffset Now() => DateTimeOffset.FromUnixTimeSeconds(Options.Time.GetUtcNow().ToUnixTimeSeconds());
}
