using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd;

/// <content>Equal MD5s that --trust does not accept as proof.</content>
public sealed partial class S3FindTests
{
    [Fact]
    public async Task A_weaker_digest_than_trusted_costs_a_HEAD_and_without_a_better_one_the_object_stays_open()
    {
        await using var s3 = new FaultyS3();
        foreach (string name in (string[])["known", "plain", "other"])
        {
            _tree.AddFile($"disk/{name}", $"content {name}");
            s3.Memory.Put(FaultyS3.Bucket, name, Encoding.UTF8.GetBytes($"content {name}"));
        }

        string sha256 = Convert.ToBase64String(SHA256.HashData("content known"u8));
        s3.Server.On(
            static request => request.Method == "HEAD" && request.Path.EndsWith("/known", StringComparison.Ordinal),
            Fault.Edit(answer => answer.With("x-amz-checksum-sha256", sha256)));

        ProcessEnd end = Find(s3, "--stats", "disk", s_bucket).MustSucceed();
        Assert.Equal(3, Regex.Count(end.OutputText, "redundant, md5, "));
        Assert.Equal(["GET"], Methods(s3));

        end = Find(s3, "--stats", "--trust", "sha256", "--reference", s_bucket, "--unique", "disk").MustSucceed();
        Assert.Matches($"^2 copies of .*, sha256, .*\n    {s_bucket}/known\n    disk/known\n\n", end.OutputText);
        Assert.Contains("Total: 1 group", end.OutputText, StringComparison.Ordinal);
        Assert.Contains("disk/plain", end.OutputText, StringComparison.Ordinal);
        Assert.Contains(
            $"2 files in lists or buckets ({s_bucket}) have the digest of another file, which --trust sha256 does not "
                + "accept as proof; use --max-download 26 to read and compare them ($0.000001)\n",
            end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("1 LIST, 3 HEAD, 0 GET to", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(["GET", "HEAD", "HEAD", "HEAD"], Methods(s3, 1));

        end = Find(s3, "--stats", "--trust", "sha256", "--max-download", "1K", "disk", s_bucket).MustSucceed();
        Assert.Single(Regex.Matches(end.OutputText, "redundant, sha256, "));
        Assert.Equal(2, Regex.Count(end.OutputText, "redundant, xxh3-128 "));
        Assert.DoesNotContain("warning", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("1 LIST, 3 HEAD, 2 GET to", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(6, s3.Server.Requests.Count - 5);
    }

    [Fact]
    public async Task An_object_in_parts_is_read_where_its_MD5s_are_not_trusted()
    {
        await using var s3 = new FaultyS3();
        _tree.AddFile("disk/big", Big(20));
        s3.Run("cp", "--part-size", "8MiB", _tree["disk/big"], $"{s_bucket}/big").MustSucceed();
        int before = s3.Server.Requests.Count;
        ProcessEnd end = Find(s3, "--trust", "sha1", "disk", s_bucket).MustSucceed();
        Assert.Contains("no duplicates", end.OutputText, StringComparison.Ordinal);
        Assert.Contains("1 file in lists or buckets", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(["GET", "HEAD"], Methods(s3, before));
        end = Find(s3, "--trust", "sha1", "--max-download", "20M", "disk", s_bucket).MustSucceed();
        Assert.Contains(", xxh3-128 ", end.OutputText, StringComparison.Ordinal);
        Assert.Equal(["GET", "HEAD", "GET"], Methods(s3, before + 2));
    }

    [Fact]
    public async Task Objects_in_buckets_alone_are_compared_by_a_digest_that_the_server_has_for_all_of_them()
    {
        await using var s3 = new FaultyS3();
        foreach (string name in (string[])["a", "b", "c"])
        {
            s3.Memory.Put(FaultyS3.Bucket, name, "same"u8.ToArray());
        }

        string sha256 = Convert.ToBase64String(SHA256.HashData("same"u8));
        s3.Server.On(static request => request.Method == "HEAD", Fault.Edit(answer =>
            answer.With("x-amz-checksum-sha256", sha256)));
        ProcessEnd end = Find(s3, "--trust", "sha256", s_bucket).MustSucceed();
        Assert.StartsWith("3 copies of 4 B, 8 B redundant, sha256\n", end.OutputText, StringComparison.Ordinal);
        Assert.Equal(["GET", "HEAD", "HEAD", "HEAD"], Methods(s3));

        end = Find(s3, "--trust", "sha256", "--max-heads", "2", s_bucket).MustSucceed();
        Assert.Contains("no duplicates", end.OutputText, StringComparison.Ordinal);
        Assert.Contains("3 files in lists or buckets", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("use --max-heads 3 ($0.000001)\n", end.ErrorText, StringComparison.Ordinal);
    }
}
