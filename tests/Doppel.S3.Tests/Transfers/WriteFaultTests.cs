using Doppel.S3.Server;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Uploads;

/// <summary>
/// Whatever goes wrong while an object is stored: it is there whole, or an error says that it is not.
/// </summary>
public sealed class WriteFaultTests
{
    private const int PartBytes = S3UploadOptions.PartBytesMin;

    // More than the server reads before any fault.
    private const int LastPartBytes = 100_000;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    private static readonly S3UploadOptions s_parts = new() { PartBytes = PartBytes };
    private static readonly S3PutOptions s_create = new() { Conditions = S3Conditions.Create };

    private static readonly S3UploadOptions s_createInParts =
        new() { PartBytes = PartBytes, SingleBytesMax = 0, Conditions = S3Conditions.Create };

    private static readonly Fault[] s_passing =
    [
        Fault.CloseAfterRequest, Fault.ResetBeforeHeaders, Fault.LoseAnswer, Fault.StallBeforeHeaders,
        Fault.StallAfterDoing, Fault.AnswerThenClose, Fault.HalfCloseBeforeHeaders, Fault.ResetAfterUploadedBytes(0),
        Fault.ResetAfterUploadedBytes(1), Fault.ResetAfterUploadedBytes(4096), Fault.NotHttp, Fault.Html(502),
        Fault.RequestTimeout, Fault.Status(500, "InternalError"), Fault.Status(503, "SlowDown"),
        Fault.Status(429, "TooManyRequests"), Fault.ContinueWithheld, Fault.ContinueTwice,
        Fault.EarlyStatus(503, "SlowDown"), Fault.EarlyStatusThenReset(503, "SlowDown"), Fault.ExtraBytes(3),
    ];

    public static TheoryData<string> Passing => [.. s_passing.Select(static fault => fault.Name)];

    public static TheoryData<string, string> PassingInUploads =>
    [
        .. from fault in s_passing
           from step in (string[])["uploads=", "partNumber=2", "complete", "abort"]
           where TestRunOf(fault, step)
           select (fault.Name, step),
    ];

    [Theory, MemberData(nameof(Passing))]
    public async Task A_put_that_fails_twice_is_stored_whole(string name)
    {
        Fault fault = s_passing.Single(one => one.Name == name);
        await using var service = FaultyService.For(fault);
        byte[] content = FaultyService.Content(2_000_000);
        service.Server.Next(fault, times: 2);
        S3PutResult stored = await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", content, cancellationToken: s_token);
        Assert.Equal(service.Memory.Find(FaultyService.Bucket, "k")!.QuotedETag, stored.ETag);
        Assert.Equal(content, service.Stored("k"));
    }

    [Theory, MemberData(nameof(PassingInUploads))]
    public async Task An_upload_in_parts_survives_a_fault_at_any_step(string name, string step)
    {
        Fault fault = s_passing.Single(one => one.Name == name);
        await using var service = FaultyService.For(fault);
        byte[] content = FaultyService.Content(PartBytes + LastPartBytes);
        service.Server.On(request => IsStep(request, step), fault, times: 2);
        var options = new S3UploadOptions { PartBytes = PartBytes, SingleBytesMax = 0, Parallelism = 2 };
        S3PutResult stored = await service.Client.UploadAsync(
            FaultyService.Bucket, "k", content, options, s_token);
        Assert.True(stored.IsStored);
        Assert.Equal(content, service.Stored("k"));
        Assert.Equal(service.Memory.Find(FaultyService.Bucket, "k")!.QuotedETag, stored.ETag);

        // Where the answer to the beginning is lost, nobody can know of what was begun.
        bool isLost = step == "uploads=" && name is nameof(Fault.LoseAnswer) or nameof(Fault.StallAfterDoing)
            or nameof(Fault.AnswerThenClose);
        Assert.True(isLost || service.Memory.OpenUploads.Count == 0);
    }

    [Theory]
    [InlineData("partNumber=2")]
    [InlineData("complete")]
    public async Task An_upload_that_fails_leaves_nothing(string step)
    {
        await using var service = new FaultyService();
        service.Server.On(request => IsStep(request, step), Fault.Status(403, "AccessDenied"));
        byte[] content = FaultyService.Content(3 * PartBytes);
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () => await service.Client.UploadAsync(
            FaultyService.Bucket, "k", new NoSeekStream(content), s_parts, s_token));
        Assert.Equal("AccessDenied", failure.Code);
        Assert.Empty(service.Memory.OpenUploads);
        Assert.Null(service.Stored("k"));
    }

    [Theory]
    [InlineData("InternalError", true)]
    [InlineData("SlowDown", true)]
    [InlineData("InvalidPart", false)]
    public async Task A_completion_that_answers_200_with_an_error_is_one(string code, bool passes)
    {
        await using var service = new FaultyService();
        service.Server.On(request => IsStep(request, "complete"), Fault.ErrorIn200(code), times: 2);
        byte[] content = FaultyService.Content(2 * PartBytes);
        var options = new S3UploadOptions { PartBytes = PartBytes, SingleBytesMax = 0 };
        ValueTask<S3PutResult> upload = service.Client.UploadAsync(
            FaultyService.Bucket, "k", content, options, s_token);
        if (passes)
        {
            Assert.True((await upload).IsStored);
            Assert.Equal(content, service.Stored("k"));
        }
        else
        {
            S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () => await upload);
            Assert.Equal(code, failure.Code);
        }

        Assert.Empty(service.Memory.OpenUploads);
    }

    [Fact]
    public async Task Blanks_before_the_answer_keep_a_completion_alive()
    {
        await using var service = new FaultyService();
        service.Server.On(request => IsStep(request, "complete"), Fault.LeadingBlanks(5000));
        var options = new S3UploadOptions { PartBytes = PartBytes, SingleBytesMax = 0 };
        S3PutResult stored = await service.Client.UploadAsync(
            FaultyService.Bucket, "k", FaultyService.Content(PartBytes + 1), options, s_token);
        Assert.True(stored.IsStored);
    }

    [Fact]
    public async Task A_completion_whose_answer_is_lost_is_known_by_its_object()
    {
        await using var service = new FaultyService(
            new MemoryS3Options { Quirks = new S3Quirks { ForgetsCompletedUploads = true } });
        service.Server.On(request => IsStep(request, "complete"), Fault.LoseAnswer, times: 1);
        var options = new S3UploadOptions { PartBytes = PartBytes, SingleBytesMax = 0 };
        S3PutResult stored = await service.Client.UploadAsync(
            FaultyService.Bucket, "k", FaultyService.Content(PartBytes + 1), options, s_token);
        Assert.Equal(service.Memory.Find(FaultyService.Bucket, "k")!.QuotedETag, stored.ETag);
        Assert.Empty(service.Memory.OpenUploads);
    }

    [Fact]
    public async Task A_conditional_completion_whose_answer_is_lost_is_known_by_its_object()
    {
        await using var service = new FaultyService();
        service.Server.On(request => IsStep(request, "complete"), Fault.LoseAnswer, times: 1);
        byte[] content = FaultyService.Content(PartBytes + 1);
        S3PutResult stored = await service.Client.UploadAsync(
            FaultyService.Bucket, "k", content, s_createInParts, s_token);
        Assert.Equal((S3Status.Ok, service.Memory.Find(FaultyService.Bucket, "k")!.QuotedETag),
            (stored.Status, stored.ETag));
        Assert.Equal(content, service.Stored("k"));
        Assert.Single(service.Server.Requests, static request => IsStep(request, "complete"));
        Assert.Empty(service.Memory.OpenUploads);
    }

    [Fact]
    public async Task A_conditional_completion_beside_another_object_is_ambiguous()
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", [1]);
        service.Server.On(request => IsStep(request, "complete"), Fault.LoseAnswer, times: 1);
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () => await service.Client.UploadAsync(
            FaultyService.Bucket, "k", FaultyService.Content(PartBytes + 1), s_createInParts, s_token));
        Assert.Equal((S3ErrorCode.Ambiguous, false), (failure.Code, failure.IsRetryable));
        Assert.Equal([1], service.Stored("k"));
        Assert.Empty(service.Memory.OpenUploads);
    }

    [Fact]
    public async Task A_conditional_completion_that_left_no_trace_is_sent_again()
    {
        await using var service = new FaultyService();
        service.Server.On(request => IsStep(request, "complete"), Fault.CloseAfterRequest, times: 2);
        byte[] content = FaultyService.Content(PartBytes + 1);
        S3PutResult stored = await service.Client.UploadAsync(
            FaultyService.Bucket, "k", content, s_createInParts, s_token);
        Assert.True(stored.IsStored);
        Assert.Equal(content, service.Stored("k"));
        Assert.Empty(service.Memory.OpenUploads);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Cancelling_an_upload_takes_back_what_was_sent(int partsBefore)
    {
        await using var service = new FaultyService();
        FaultRule rule = service.Server.On(
            request => IsStep(request, $"partNumber={partsBefore + 1}"), Fault.StallBeforeHeaders);
        using var stop = new CancellationTokenSource();
        ValueTask<S3PutResult> upload = service.Client.UploadAsync(
            FaultyService.Bucket, "k", new NoSeekStream(FaultyService.Content(3 * PartBytes)),
            new S3UploadOptions { PartBytes = PartBytes, Parallelism = 1 }, stop.Token);
        await rule.FirstHit.WaitAsync(s_token);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await upload);
        Assert.Empty(service.Memory.OpenUploads);
        Assert.Null(service.Stored("k"));
    }

    [Fact]
    public async Task A_source_that_fails_or_ends_early_stores_nothing()
    {
        await using var service = new FaultyService();
        var options = new S3UploadOptions { PartBytes = PartBytes };
        foreach (long failsAt in (long[])[0, 100, PartBytes, PartBytes + 1])
        {
            var source = new NoSeekStream(FaultyService.Content(2 * PartBytes)) { FailsAt = failsAt };
            await Assert.ThrowsAnyAsync<IOException>(async () => await service.Client.UploadAsync(
                FaultyService.Bucket, "k", source, options, s_token));
        }

        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () => await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", new NoSeekStream(FaultyService.Content(99)), 100, cancellationToken: s_token));
        Assert.Equal(S3ErrorCode.SourceChanged, failure.Code);
        Assert.Empty(service.Memory.OpenUploads);
        Assert.Null(service.Stored("k"));
    }

    [Theory]
    [InlineData(nameof(Fault.LoseAnswer), 1)]
    [InlineData(nameof(Fault.CloseAfterRequest), 2)]
    [InlineData(nameof(Fault.StallAfterDoing), 1)]
    public async Task A_conditional_put_whose_answer_is_lost_is_known_by_its_object(string name, int puts)
    {
        Fault fault = s_passing.Single(one => one.Name == name);
        await using var service = FaultyService.For(fault);
        service.Server.Next(fault);
        byte[] content = FaultyService.Content(1000);
        S3PutResult stored = await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", content, s_create, s_token);
        Assert.Equal((S3Status.Ok, service.Memory.Find(FaultyService.Bucket, "k")!.QuotedETag),
            (stored.Status, stored.ETag));
        Assert.Equal(content, service.Stored("k"));
        Assert.Equal(puts, service.Server.Requests.Count(static request => request.Method == "PUT"));
    }

    [Fact]
    public async Task A_conditional_put_whose_answer_is_lost_beside_another_object_is_ambiguous()
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", [1]);
        service.Server.Next(Fault.LoseAnswer);
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () => await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", new byte[] { 2 }, s_create, s_token));
        Assert.Equal((S3ErrorCode.Ambiguous, false), (failure.Code, failure.IsRetryable));
        Assert.Equal([1], service.Stored("k"));
    }

    [Fact]
    public async Task A_put_onto_a_certain_version_whose_answer_is_lost_is_not_sent_again()
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", [1]);
        string etag = service.Memory.Find(FaultyService.Bucket, "k")!.QuotedETag;
        service.Server.Next(Fault.LoseAnswer);
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () => await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", new byte[] { 2 },
            new S3PutOptions { Conditions = new S3Conditions { IfMatch = etag } }, s_token));
        Assert.Equal(S3ErrorCode.Ambiguous, failure.Code);
        Assert.Single(service.Server.Requests);
    }

    [Fact]
    public async Task A_refusal_before_the_body_costs_no_upload()
    {
        await using var service = new FaultyService();
        service.Server.Next(Fault.EarlyStatus(403, "AccessDenied"), times: 1);
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () => await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", FaultyService.Content(4_000_000), cancellationToken: s_token));
        Assert.Equal("AccessDenied", failure.Code);
        Assert.Single(service.Server.Requests);
    }

    private static bool IsStep(RawRequest request, string step) => step switch
    {
        "complete" => request.Method == "POST" && request.Query.Contains("uploadId=", StringComparison.Ordinal),
        "abort" => request.Method == "DELETE",
        "uploads=" => request.Method == "POST" && request.Query.StartsWith("uploads", StringComparison.Ordinal),
        _ => request.Method == "PUT" && request.Query.Contains(step, StringComparison.Ordinal),
    };

    // Only what has a body of its own can wait for it to be asked for.
    private static bool TestRunOf(Fault fault, string step) =>
        step == "partNumber=2" || !fault.Name.StartsWith("Continue", StringComparison.Ordinal);
}
