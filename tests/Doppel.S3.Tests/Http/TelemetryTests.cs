using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Net;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Http;

/// <summary>Whoever listens sees every call once, under the names of OpenTelemetry.</summary>
/// <remarks>Listeners see the calls of the whole process, so no other test runs beside these.</remarks>
[Collection(nameof(AloneInTheProcess))]
public sealed class TelemetryTests : IDisposable
{
    private const string Bucket = FaultyService.Bucket;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    private readonly List<Activity> _calls = [];
    private readonly List<(double Seconds, Dictionary<string, object?> Tags)> _durations = [];
    private readonly ActivityListener _tracing;
    private readonly MeterListener _metrics = new();

    public TelemetryTests()
    {
        _tracing = new ActivityListener
        {
            ShouldListenTo = static source => source.Name == S3Telemetry.Name,
            Sample = static (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = _calls.Add,
        };
        _metrics.InstrumentPublished = static (instrument, listener) =>
        {
            if (instrument.Meter.Name == S3Telemetry.Name)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _metrics.SetMeasurementEventCallback<double>((instrument, value, tags, _) =>
        {
            Assert.Equal(("rpc.client.call.duration", "s"), (instrument.Name, instrument.Unit));
            _durations.Add((value, tags.ToArray().ToDictionary(static tag => tag.Key, static tag => tag.Value)));
        });
    }

    public void Dispose()
    {
        _tracing.Dispose();
        _metrics.Dispose();
    }

    /// <summary>The names are those of the Amazon S3 API Reference, which the server need not support.</summary>
    [Fact]
    public async Task Every_request_of_every_method_has_the_name_of_its_operation()
    {
        Listen();
        await using var service = new FaultyService();
        S3Client client = service.Client;
        string id = "1";
        (string Names, Func<Task> Call)[] calls =
        [
            ("ListBuckets", async () => await client.ListBucketsAsync(s_token).FirstAsync(s_token)),
            ("CreateBucket", async () => await client.CreateBucketAsync("other", s_token)),
            ("HeadBucket", async () => await client.BucketExistsAsync("other", s_token)),
            ("DeleteBucket", async () => await client.DeleteBucketAsync("other", s_token)),
            ("PutObject", async () =>
                await client.PutObjectAsync(Bucket, "k", new byte[9], cancellationToken: s_token)),
            ("GetObject", async () => (await client.GetObjectAsync(Bucket, "k", cancellationToken: s_token)).Dispose()),
            ("HeadObject", async () => await client.HeadObjectAsync(Bucket, "k", cancellationToken: s_token)),
            ("PutObjectTagging", async () => await client.SetTagsAsync(
                Bucket, "k", new Dictionary<string, string> { ["a"] = "b" }, cancellationToken: s_token)),
            ("GetObjectTagging", async () => await client.GetTagsAsync(Bucket, "k", cancellationToken: s_token)),
            ("DeleteObjectTagging", async () => await client.DeleteTagsAsync(Bucket, "k", cancellationToken: s_token)),
            ("CopyObject", async () => await client.CopyObjectAsync(
                Bucket, "k", Bucket, "l", cancellationToken: s_token)),
            ("ListObjectsV2", async () => await client.ListObjectsAsync(
                Bucket, new S3ListOptions { Prefix = "k" }, s_token).FirstAsync(s_token)),
            ("ListObjects", async () => await client.ListObjectsAsync(
                Bucket, new S3ListOptions { Version = S3ListVersion.V1, Prefix = "k" }, s_token).FirstAsync(s_token)),
            ("CreateMultipartUpload", async () =>
                id = await client.StartUploadAsync(Bucket, "m", cancellationToken: s_token)),
            ("UploadPart", async () => await client.UploadPartAsync(
                Bucket, "m", id, 1, new byte[9], cancellationToken: s_token)),
            ("ListParts", async () => await client.ListPartsAsync(Bucket, "m", id, s_token).FirstAsync(s_token)),
            ("ListMultipartUploads", async () =>
                await client.ListUploadsAsync(Bucket, cancellationToken: s_token).FirstAsync(s_token)),
            ("AbortMultipartUpload", async () => await client.AbortUploadAsync(Bucket, "m", id, s_token)),
            ("DeleteObject", async () => await client.DeleteObjectAsync(Bucket, "l", cancellationToken: s_token)),
            ("DeleteObjects", async () =>
                await client.DeleteObjectsAsync(Bucket, ["k", "l"], s_token).FirstAsync(s_token)),
            ("GetBucketVersioning", async () => await client.GetVersioningAsync(Bucket, s_token)),
            ("PutBucketVersioning", async () => await client.SetVersioningAsync(Bucket, S3Versioning.Enabled, s_token)),
            ("ListObjectVersions", async () =>
                await client.ListVersionsAsync(Bucket, cancellationToken: s_token).FirstAsync(s_token)),
            ("GetBucketPolicy", async () =>
                await client.GetBucketDocumentAsync(Bucket, S3BucketDocument.Policy, s_token)),
            ("PutBucketLifecycleConfiguration", async () =>
                await client.SetBucketDocumentAsync(Bucket, S3BucketDocument.Lifecycle, "<x/>", s_token)),
            ("GetBucketLifecycleConfiguration", async () =>
                await client.GetBucketDocumentAsync(Bucket, S3BucketDocument.Lifecycle, s_token)),
            ("DeleteBucketLifecycle", async () =>
                await client.DeleteBucketDocumentAsync(Bucket, S3BucketDocument.Lifecycle, s_token)),
            ("DeleteBucketCors", async () =>
                await client.DeleteBucketDocumentAsync(Bucket, S3BucketDocument.Cors, s_token)),
        ];
        foreach ((string name, Func<Task> call) in calls)
        {
            _calls.Clear();
            await Record.ExceptionAsync(call);
            Activity seen = Assert.Single(_calls);
            Assert.Equal(
                ($"S3.{name}", ActivityKind.Client, $"S3/{name}", (object?)"aws-api"),
                (seen.OperationName, seen.Kind, seen.GetTagItem("rpc.method"), seen.GetTagItem("rpc.system.name")));
        }
    }

    [Fact]
    public async Task A_call_shows_its_server_object_attempts_and_result()
    {
        Listen();
        int requests = 0;
        var server = new CannedServer(
            _ => ++requests < 3 ? (HttpStatusCode.ServiceUnavailable, []) : (HttpStatusCode.OK, [1]));
        server.Headers["x-amz-request-id"] = "ID";
        using S3Client client = server.Client();
        (await client.GetObjectAsync("bucket", "some/key", cancellationToken: s_token)).Dispose();
        Activity seen = Assert.Single(_calls);
        Assert.Equal(
            [
                ("aws.request_id", "ID"), ("aws.s3.bucket", "bucket"), ("aws.s3.key", "some/key"),
                ("http.request.resend_count", 2), ("http.response.status_code", 200),
                ("rpc.method", "S3/GetObject"), ("rpc.system.name", "aws-api"),
                ("server.address", seen.GetTagItem("server.address")), ("server.port", 80),
            ],
            seen.TagObjects.Select(static tag => (tag.Key, tag.Value)).OrderBy(static tag => tag.Key));
        Assert.Contains("s3.test", (string)seen.GetTagItem("server.address")!, StringComparison.Ordinal);
        (double seconds, Dictionary<string, object?> tags) = Assert.Single(_durations);
        Assert.InRange(seconds, double.Epsilon, 60);
        Assert.Equal(
            ["rpc.method", "rpc.system.name", "server.address", "server.port"], tags.Keys.Order());
        Assert.Null(Activity.Current);
    }

    [Fact]
    public async Task A_failure_shows_its_code_and_what_is_expected_is_no_failure()
    {
        Listen();
        await using var service = new FaultyService();
        using S3Object missing = await service.Client.GetObjectAsync(Bucket, "none", cancellationToken: s_token);
        await Assert.ThrowsAsync<S3Exception>(async () =>
            await service.Client.PutObjectAsync("missing", "k", new byte[1], cancellationToken: s_token));
        using var stop = new CancellationTokenSource();
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
            await service.Client.HeadObjectAsync(Bucket, "k", cancellationToken: stop.Token));
        Assert.Equal(
            [
                (ActivityStatusCode.Unset, null, 404),
                (ActivityStatusCode.Error, "NoSuchBucket", 404),
                (ActivityStatusCode.Error, typeof(OperationCanceledException).FullName, null),
            ],
            _calls.Select(static call => (
                call.Status, (string?)call.GetTagItem("error.type"),
                (int?)call.GetTagItem("http.response.status_code"))));
        Assert.Equal(
            [null, "NoSuchBucket", typeof(OperationCanceledException).FullName],
            _durations.Select(static one => one.Tags.GetValueOrDefault("error.type")));
    }

    [Fact]
    public async Task Without_a_listener_nothing_is_reported()
    {
        await using var service = new FaultyService();
        await service.Client.PutObjectAsync(Bucket, "k", new byte[1], cancellationToken: s_token);
        Assert.False(CallObserver.IsOn);
        Assert.Empty(_calls);
        Assert.Empty(_durations);
    }

    private void Listen()
    {
        ActivitySource.AddActivityListener(_tracing);
        _metrics.Start();
    }
}
