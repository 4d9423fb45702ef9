using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Doppel.S3.Server;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd;

/// <content>Objects of which the list shows too little.</content>
public sealed partial class S3FindTests
{
    [Theory]
    [InlineData("7MiB", 22)]
    [InlineData("6MiB", 20)]
    public async Task Objects_in_other_parts_take_one_more_request(string size, int mebis)
    {
        await using var s3 = new FaultyS3();
        _tree.AddFile("disk/big", Big(mebis));
        s3.Run("cp", "--part-size", size, _tree["disk/big"], $"{s_bucket}/big").MustSucceed();
        int before = s3.Server.Requests.Count;
        ProcessEnd end = Find(s3, "--stats", "disk", s_bucket).MustSucceed();
        Assert.Matches(
            $"^2 copies of .*, md5-parts, xxh3-128 [0-9a-f]{{32}}\n    {s_bucket}/big\n    disk/big\n",
            end.OutputText);
        Assert.Matches($"requests +1 LIST, 1 HEAD, 0 GET to '{s_bucket}'\n", end.ErrorText);
        Assert.DoesNotContain("warning", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(["GET", "HEAD"], Methods(s3, before));

        end = Find(s3, "--max-heads", "0", "disk", s_bucket).MustSucceed();
        Assert.Contains("no duplicates", end.OutputText, StringComparison.Ordinal);
        Assert.Contains(
            "1 file may have a copy among objects without a usable checksum", end.ErrorText,
            StringComparison.Ordinal);
        Assert.Contains(
            "1 object not compared, which takes a further request for each; use --max-heads 1 ($0.000001)\n",
            end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(["GET", "HEAD", "GET"], Methods(s3, before));
    }

    // Such an ETag looks like an MD5. Here it is that of another content.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_encrypted_object_is_compared_by_its_checksum_or_said_to_be_unknown(bool hasChecksum)
    {
        await using var s3 = new FaultyS3();
        _tree.AddFile("disk/a", "secret");
        s3.Memory.Put(FaultyS3.Bucket, "x", "SECRET"u8.ToArray());
        string sha256 = Convert.ToBase64String(SHA256.HashData("secret"u8));
        s3.Server.On(static request => request.Method == "HEAD", Fault.Edit(answer =>
        {
            answer = answer.With("x-amz-server-side-encryption", "aws:kms");
            return hasChecksum ? answer.With("x-amz-checksum-sha256", sha256) : answer;
        }));
        ProcessEnd end = Find(s3, "disk", s_bucket).MustSucceed();
        Assert.Equal(["GET", "HEAD"], Methods(s3));
        Assert.Equal(
            hasChecksum, Regex.IsMatch(end.OutputText, $"^2 copies of .*, sha256, .*\n    {s_bucket}/x\n    disk/a\n"));
        Assert.Equal(
            !hasChecksum, end.ErrorText.Contains("1 file may have a copy among objects", StringComparison.Ordinal));
        Assert.Equal(
            !hasChecksum,
            end.ErrorText.Contains(
                "; use --max-download 6 to read and compare them ($0.000001)\n", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Objects_about_which_the_server_says_too_little_are_read_within_the_download_limit()
    {
        await using var s3 = new FaultyS3();
        foreach (string name in (string[])["a", "b", "c"])
        {
            _tree.AddFile($"disk/{name}", $"secret of {name}");
            s3.Memory.Put(FaultyS3.Bucket, name, Encoding.UTF8.GetBytes($"secret of {name}"));
        }

        s3.Memory.Put(FaultyS3.Bucket, "d", "secret of d"u8.ToArray());
        s3.Server.On(static request => request.Query.Contains("list-type", StringComparison.Ordinal), Fault.Edit(
            static answer => answer with
            {
                Body = Encoding.UTF8.GetBytes(Regex.Replace(
                Encoding.UTF8.GetString(answer.Body.Span), "[0-9a-f]{32}", "no-digest"))
            }));
        ProcessEnd end = Find(s3, "--max-download", "33", "--stats", "disk", s_bucket).MustSucceed();
        Assert.InRange(Regex.Count(end.OutputText, "^2 copies of 11 B, .*, xxh3-128", RegexOptions.Multiline), 2, 3);
        Assert.Contains("1 LIST, 4 HEAD, 3 GET to", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("use --max-download 44 to read", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(8, s3.Server.Requests.Count);
        Assert.Equal(3, Methods(s3).Count(static method => method == "GET") - 1);

        end = Find(s3, "--max-download", "1K", "disk", s_bucket).MustSucceed();
        Assert.Equal(3, Regex.Count(end.OutputText, "^2 copies of 11 B, .*, xxh3-128", RegexOptions.Multiline));
        Assert.DoesNotContain("warning", end.ErrorText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Objects_that_change_after_the_list_are_problems_and_those_that_may_not_be_read_stay_open()
    {
        await using var s3 = new FaultyS3();
        foreach (string name in (string[])["same", "gone", "new1", "deny", "fine"])
        {
            _tree.AddFile($"disk/{name}", name);
            s3.Memory.Put(
                FaultyS3.Bucket, name, Encoding.UTF8.GetBytes(name == "same" ? name : new string(name[0], 4)));
        }

        On("gone", Fault.Instead(new Answer(404)));
        On("new1", Fault.Instead(new Answer(200) { Body = "longer"u8.ToArray() }));
        On("deny", Fault.Instead(new Answer(403)));
        ProcessEnd end = Find(s3, "--json", "disk", s_bucket);
        Assert.Equal(1, end.ExitCode);
        JsonElement[] lines = Lines(end);
        Assert.Equal(
            [$"{s_bucket}/gone vanished", $"{s_bucket}/new1 changed"],
            lines.Where(static line => line.GetProperty("type").GetString() == "problem")
                .Select(static line => $"{line.GetProperty("path")} {line.GetProperty("reason")}")
                .Order(StringComparer.Ordinal));
        Assert.Single(lines, static line => line.GetProperty("type").GetString() == "group");

        void On(string key, Fault fault) => s3.Server.On(
            request => request.Method == "HEAD" && request.Path == $"/{FaultyS3.Bucket}/{key}", fault);
    }

    [Fact]
    public async Task Without_permission_for_headers_few_are_requested_and_the_rest_is_found()
    {
        await using var s3 = new FaultyS3();
        for (int i = 100; i < 400; i++)
        {
            _tree.AddFile($"disk/{i}", $"disk {i}");
            s3.Memory.Put(FaultyS3.Bucket, $"{i}", Encoding.UTF8.GetBytes(i < 110 ? $"disk {i}" : $"s3 b {i}"));
        }

        s3.Server.On(static request => request.Method == "HEAD", Fault.Instead(new Answer(403)));
        ProcessEnd end = Find(s3, "disk", s_bucket).MustSucceed();
        Assert.Contains("Total: 10 groups", end.OutputText, StringComparison.Ordinal);
        Assert.Contains("cannot ask about objects: ", end.ErrorText, StringComparison.Ordinal);
        Assert.InRange(s3.Server.Requests.Count, 2, 1 + 20 + 32);
    }

    [Fact]
    public async Task No_more_is_asked_than_allowed_and_a_list_that_was_right_so_far_is_believed()
    {
        await using var s3 = new FaultyS3();
        for (int i = 100; i < 200; i++)
        {
            _tree.AddFile($"disk/{i}", $"disk {i}");
            s3.Memory.Put(FaultyS3.Bucket, $"{i}", Encoding.UTF8.GetBytes($"s3 b {i}"));
        }

        ProcessEnd end = Find(s3, "--max-heads", "7", "disk", s_bucket).MustSucceed();
        Assert.Equal(8, s3.Server.Requests.Count);
        Assert.DoesNotContain("warning", end.ErrorText, StringComparison.Ordinal);

        s3.Server.On(
            static request => request.Method == "HEAD",
            Fault.Edit(static answer => answer.With("x-amz-server-side-encryption", "aws:kms")));
        end = Find(s3, "--max-heads", "7", "disk", s_bucket).MustSucceed();
        Assert.Equal(16, s3.Server.Requests.Count);
        Assert.Contains("100 files may have a copy", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains(
            "93 objects not compared, which takes a further request for each; use --max-heads 100 ($0.000038)\n",
            end.ErrorText, StringComparison.Ordinal);
    }
}
