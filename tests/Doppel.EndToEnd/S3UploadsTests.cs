using Doppel.S3.Server;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd;

/// <summary>Unfinished uploads are listed, resumed and aborted.</summary>
public sealed class S3UploadsTests
{
    private const int Mebi = 1024 * 1024;

    [Fact]
    public async Task They_are_resumed_one_by_one_listed_with_their_size_and_aborted_after_asking()
    {
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        byte[] content = new byte[11 * Mebi];
        new Random(1).NextBytes(content);
        tree.AddFile("up/big", content);
        string place = $"s3://{FaultyS3.Bucket}/x";
        ByteName[] upload = ["cp", "-r", "--resume", "--part-size", "5MiB", "--parallel", "1", tree["up"], place];

        // The third part is refused, and the first two are kept.
        FaultRule refused = s3.Server.On(
            static request => request.Query.Contains("partNumber=3", StringComparison.Ordinal),
            Fault.Status(403, "AccessDenied"));
        Assert.Equal(1, s3.Run(upload).ExitCode);
        string listed = s3.Run("uploads", $"s3://{FaultyS3.Bucket}").MustSucceed().OutputText;
        Assert.EndsWith($"\t{10 * Mebi}\tx/big\n", listed, StringComparison.Ordinal);
        Assert.Single(s3.Memory.OpenUploads);

        // A second run finds it and begins no other one.
        Assert.Contains("10.0 MiB already transferred", s3.Run(upload).ErrorText, StringComparison.Ordinal);
        Assert.Single(s3.Memory.OpenUploads);
        Assert.Equal("", s3.Run("uploads", "--older", "1h", $"s3://{FaultyS3.Bucket}").MustSucceed().OutputText);
        Assert.Equal(2, s3.Run("uploads", "--abort", place).ExitCode);
        Assert.Single(s3.Memory.OpenUploads);
        refused.Stop();
        s3.Run(upload).MustSucceed();
        Assert.Equal(content, s3.Memory.Find(FaultyS3.Bucket, "x/big")!.Body);
        Assert.Empty(s3.Memory.OpenUploads);

        tree.AddFile("up/other", content);
        s3.Server.On(
            static request => request.Query.Contains("partNumber=3", StringComparison.Ordinal),
            Fault.Status(403, "AccessDenied"));
        Assert.Equal(1, s3.Run(upload).ExitCode);
        Assert.Single(s3.Memory.OpenUploads);
        ProcessEnd end = s3.Run("uploads", "--abort", "--yes", place).MustSucceed();
        Assert.Contains("1 upload aborted", end.ErrorText, StringComparison.Ordinal);
        Assert.Empty(s3.Memory.OpenUploads);
    }
}
