using Doppel.S3.Server;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Uploads;

/// <summary>What is sent again does not change what its caller learns.</summary>
public sealed class RetriedWriteTests
{
    private const int PartBytes = S3UploadOptions.PartBytesMin;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;
    private static readonly S3PutOptions s_create = new() { Conditions = S3Conditions.Create };

    // Sent again at once, the request would be refused because of the object that it stored itself.
    [Theory]
    [InlineData(500, "InternalError")]
    [InlineData(502, "BadGateway")]
    [InlineData(504, "GatewayTimeout")]
    [InlineData(408, "RequestTimeout")]
    public async Task A_conditional_put_that_may_be_done_is_known_by_its_object(int status, string code)
    {
        await using var service = new FaultyService();
        FaultRule rule = service.Server.Next(DoneBut(status, code));
        S3PutResult stored = await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", new byte[1], s_create, s_token);
        Assert.True(stored.IsStored);
        Assert.Equal((1, 1), (rule.Hits, service.Server.Requests.Count(static request => request.Method == "PUT")));
    }

    [Fact]
    public async Task A_conditional_put_that_was_turned_away_is_sent_again()
    {
        await using var service = new FaultyService();
        service.Server.Next(Fault.Status(503, "SlowDown"));
        S3PutResult stored = await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", new byte[1], s_create, s_token);
        Assert.True(stored.IsStored);
    }

    [Fact]
    public async Task A_put_without_a_condition_is_sent_again_whatever_was_done()
    {
        await using var service = new FaultyService();
        service.Server.Next(DoneBut(500, "InternalError"));
        S3PutResult stored = await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", new byte[] { 1 }, cancellationToken: s_token);
        Assert.True(stored.IsStored);
        Assert.Equal(2, service.Server.Requests.Count);
    }

    [Fact]
    public async Task A_part_that_the_server_has_is_sent_again_if_its_content_differs()
    {
        await using var service = new FaultyService();
        string id = await service.Client.StartUploadAsync(FaultyService.Bucket, "k", cancellationToken: s_token);
        byte[] old = FaultyService.Content(PartBytes, seed: 2);
        await service.Client.UploadPartAsync(FaultyService.Bucket, "k", id, 1, old, cancellationToken: s_token);
        byte[] content = FaultyService.Content(PartBytes + 1);
        await service.Client.UploadAsync(
            FaultyService.Bucket, "k", content, new S3UploadOptions { PartBytes = PartBytes, UploadId = id }, s_token);
        Assert.Equal(content, service.Stored("k"));
    }

    [Fact]
    public async Task An_upload_whose_condition_does_not_hold_leaves_no_parts()
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", [1]);
        S3PutResult stored = await service.Client.UploadAsync(
            FaultyService.Bucket,
            "k",
            FaultyService.Content(PartBytes + 1),
            new S3UploadOptions { PartBytes = PartBytes, SingleBytesMax = 0, Conditions = S3Conditions.Create },
            s_token);
        Assert.Equal(S3Status.PreconditionFailed, stored.Status);
        Assert.Empty(service.Memory.OpenUploads);
    }

    [Fact]
    public async Task A_large_wish_for_memory_is_not_overtaken_by_small_ones()
    {
        var budget = new BufferBudget(100);
        await budget.TakeAsync(60, s_token);
        Task large = budget.TakeAsync(80, s_token).AsTask();
        Task small = budget.TakeAsync(10, s_token).AsTask();
        Assert.Equal((false, false), (large.IsCompleted, small.IsCompleted));
        budget.Give(60);
        await Task.WhenAll(large, small);
    }

    private static Fault DoneBut(int status, string code) => Fault.Edit(
        _ => ErrorAnswer.Of(status, code).With("Connection", "close"));
}
