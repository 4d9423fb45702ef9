using System.Net;
using System.Net.Sockets;
using System.Text;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.S3;

/// <summary>How operands and flags of <c>doppel s3</c> are read; no server is needed to refuse them.</summary>
public sealed class S3ArgumentTests
{
    /// <summary>
    /// Each value that an option takes leads to the server, and no failure there blames the endpoint.
    /// </summary>
    [Theory]
    [InlineData("--part-size", "5MiB")]
    [InlineData("--part-size", "256MiB")]
    [InlineData("--part-size", "257MiB")]
    [InlineData("--part-size", "1GiB")]
    [InlineData("--parallel", "1")]
    [InlineData("--parallel", "64")]
    [InlineData("--timeout", "1s")]
    [InlineData("--timeout", "1d")]
    [InlineData("--retry-for", "0s")]
    public void Values_in_their_range_reach_the_server(string option, string value)
    {
        using var free = new TcpListener(IPAddress.Loopback, 0);
        free.Start();
        int port = ((IPEndPoint)free.LocalEndpoint).Port;
        free.Stop();
        using var tree = new TempTree();
        tree.AddFile("file", "content");
        using var host = new TestHost();
        host.Run(
            "s3", "cp", "--no-sign", "--retry-for", "0s", "--endpoint", $"http://127.0.0.1:{port}", option, value,
            Path.Combine(tree.Folder, "file"), "s3://bucket/key");
        Assert.Contains("refused", host.Errors);
        Assert.DoesNotContain("valid", host.Errors);
    }

    [Theory]
    [InlineData("0-99", 0L, 99L)]
    [InlineData("7-7", 7L, 7L)]
    [InlineData("100-", 100L, null)]
    [InlineData("-50", null, 50L)]
    public void Ranges_are_read(string text, long? first, long? last) =>
        Assert.Equal(new S3RangeText(first, last), S3RangeText.Parse(text));

    [Theory]
    [InlineData("-")]
    [InlineData("-0")]
    [InlineData("5")]
    [InlineData("9-3")]
    [InlineData("a-b")]
    [InlineData("1-2-3")]
    [InlineData("--5")]
    [InlineData("0-9223372036854775807")]
    [InlineData("99999999999999999999-")]
    public void Invalid_ranges_are_refused(string text) =>
        Assert.Throws<UsageException>(() => S3RangeText.Parse(text));

    [Theory]
    [InlineData("cp one two", "neither argument is an s3:// address")]
    [InlineData("cp s3://b/k", "missing argument")]
    [InlineData("cp -r - s3://b/", "does not name an object")]
    [InlineData("cp --resume - s3://b/k", "--resume cannot be used with standard input")]
    [InlineData("cp /dev/null s3://b/k", "is not a file")]
    [InlineData("cp / s3://b/k", "is a folder")]
    [InlineData("cp s3://b x", "is a bucket")]
    [InlineData("cp s3://b/a/ s3://b/c/", "has no file name")]
    [InlineData("cp -r s3://b/a s3://b/a/c", "is inside")]
    [InlineData("cp s3://p@b/a s3://q@b/a", "are on different servers")]
    [InlineData("cp s3://b/a/.. /", "it contains the component ..")]
    [InlineData("cat s3://b", "is a bucket, not an object")]
    [InlineData("mb s3://b/k", "is an object, not a bucket")]
    [InlineData("rb s3://b/k", "is an object, not a bucket")]
    [InlineData("rm s3://b", "is a bucket")]
    [InlineData("presign --no-sign s3://b/k", "presign cannot be used with --no-sign")]
    [InlineData("presign --expires 8d s3://b/k", "is not from 1s to 7d")]
    [InlineData("presign --expires 0s s3://b/k", "is not from 1s to 7d")]
    [InlineData("presign --method POST s3://b/k", "is not one of GET, PUT, HEAD, DELETE")]
    [InlineData("ls --endpoint example.org", "is not valid")]
    [InlineData("ls --endpoint https://user:secret@example.org", "is not valid")]
    [InlineData("ls --region eu/west", "is not a region")]
    [InlineData("cp --part-size 1k s3://b/k x", "is not from 5MiB to 1GiB")]
    [InlineData("cp --parallel 0 s3://b/k x", "is not a number from 1 to 64")]
    [InlineData("ls s3://b s3://c", "too many arguments")]
    [InlineData("mv s3://b/k x", "s3 mv")]
    public void Wrong_usage_is_one_line_and_exit_code_2(string line, string expected)
    {
        using TestHost host = Host();
        Assert.Equal(2, host.Run(["s3", .. line.Split(' ')]));
        Assert.Equal("", host.Output);
        string first = host.Errors.Split('\n')[0];
        Assert.StartsWith("doppel: ", first, StringComparison.Ordinal);
        Assert.Contains(expected, first, StringComparison.Ordinal);
        Assert.DoesNotContain("internal error", host.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("https://s3.example.org:9000", "", "https://s3.example.org:9000/bucket/a%20b?")]
    [InlineData("https://s3.example.org", "--no-path-style", "https://bucket.s3.example.org/a%20b?")]
    [InlineData("", "--region eu-west-1", "https://bucket.s3.eu-west-1.amazonaws.com/a%20b?")]
    [InlineData("", "--path-style", "https://s3.us-east-1.amazonaws.com/bucket/a%20b?")]
    public void An_address_is_signed_without_a_server(string endpoint, string flags, string expected)
    {
        using TestHost host = Host();
        if (endpoint.Length > 0)
        {
            host.Environment["AWS_ENDPOINT_URL_S3"] = endpoint;
        }

        string[] all = ["s3", "presign", .. flags.Split(' ', StringSplitOptions.RemoveEmptyEntries), "s3://bucket/a b"];
        Assert.Equal(0, host.Run(all));
        Assert.StartsWith(expected, host.Output, StringComparison.Ordinal);
        Assert.Contains("X-Amz-Expires=3600&", host.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("SECRETSECRET", host.Output + host.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public void Flags_are_stronger_than_the_environment()
    {
        using TestHost host = Host();
        host.Environment["AWS_ENDPOINT_URL"] = "https://general.example.org";
        host.Environment["AWS_ENDPOINT_URL_S3"] = "https://s3.example.org";
        Assert.Equal(0, host.Run("s3", "presign", "s3://bucket/k"));
        Assert.StartsWith("https://s3.example.org/", host.Output, StringComparison.Ordinal);
        using TestHost flag = Host();
        flag.Environment["AWS_ENDPOINT_URL_S3"] = "https://s3.example.org";
        Assert.Equal(0, flag.Run("s3", "presign", "--endpoint", "http://other.example.org:81", "s3://bucket/k"));
        Assert.StartsWith("http://other.example.org:81/", flag.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_profile_has_an_endpoint_and_a_region()
    {
        using var tree = new TempTree();
        using TestHost host = HostWith(
            tree, "[default]\nregion = eu-west-1\nendpoint_url = https://profile.example.org");
        Assert.Equal(0, host.Run("s3", "presign", "s3://bucket/k"));
        Assert.StartsWith("https://profile.example.org/bucket/k?", host.Output, StringComparison.Ordinal);
        Assert.Contains("%2Feu-west-1%2Fs3%2F", host.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("endpoint_url = https://example.org/path", "the endpoint 'https://example.org/path' is not valid")]
    [InlineData("endpoint_url = https://user:secret@example.org", "the endpoint is not valid")]
    [InlineData("region = eu/west", "': 'eu/west' is not a region")]
    public void Errors_in_a_profile_are_named_without_secrets(string setting, string expected)
    {
        using var tree = new TempTree();
        using TestHost host = HostWith(tree, $"[default]\n{setting}");
        Assert.Equal(2, host.Run("s3", "presign", "s3://bucket/k"));
        Assert.Contains(expected, host.Errors.Split('\n')[0], StringComparison.Ordinal);
        Assert.DoesNotContain("secret", host.Errors, StringComparison.Ordinal);
        Assert.Contains(
            setting.StartsWith("region", StringComparison.Ordinal) ? $"region in '{tree["config"]}'" : "hint: ",
            host.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_keys_short_lines_say_who_was_asked_in_order_and_what_to_do()
    {
        using var host = new TestHost();
        host.Environment["HOME"] = "/nonexistent";
        host.Environment["AWS_EC2_METADATA_DISABLED"] = "true";
        Assert.Equal(2, host.Run("s3", "presign", "s3://bucket/k"));
        Assert.Equal(
            """
            doppel: No credentials were found
            hint: Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile of
            ~/.aws/config in AWS_PROFILE. --aws-profile NAME also selects a profile. For
            public buckets, --no-sign needs no keys.
            looked for credentials in this order:
              environment: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set.
              web identity: AWS_WEB_IDENTITY_TOKEN_FILE is not set.
              shared files: there is no profile 'default' in
                '/nonexistent/.aws/credentials' and '/nonexistent/.aws/config'.
              container: neither AWS_CONTAINER_CREDENTIALS_RELATIVE_URI nor
                AWS_CONTAINER_CREDENTIALS_FULL_URI is set.
              instance metadata: AWS_EC2_METADATA_DISABLED is true.

            """,
            host.Errors);
        Assert.All(host.Errors.Split('\n'), static line => Assert.InRange(line.Length, 0, 79));
    }

    // Other clouds answer at the same address as EC2, but not in the same way.
    [Theory]
    [InlineData("403 Forbidden")]
    [InlineData("404 Not Found")]
    [InlineData("200 OK")]
    public async Task An_answer_of_another_cloud_is_not_the_first_thing_that_is_reported(string status)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        Task answer = AnswerAsync();
        using var host = new TestHost();
        host.Environment["HOME"] = "/nonexistent";
        int port = ((IPEndPoint)listener.LocalEndpoint).Port;
        host.Environment["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = $"http://127.0.0.1:{port}";
        Assert.Equal(2, host.Run("s3", "ls"));
        await answer;
        string[] lines = host.Errors.Split('\n');
        Assert.Equal("doppel: No credentials were found", lines[0]);
        Assert.StartsWith(
            "hint: Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile", lines[1],
            StringComparison.Ordinal);
        Assert.Contains("--aws-profile NAME", host.Errors, StringComparison.Ordinal);
        Assert.Contains("  instance metadata: ", host.Errors, StringComparison.Ordinal);

        async Task AnswerAsync()
        {
            using TcpClient client = await listener.AcceptTcpClientAsync();
            NetworkStream stream = client.GetStream();
            await stream.ReadAtLeastAsync(new byte[4096], 1);
            await stream.WriteAsync(
                Encoding.ASCII.GetBytes($"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
        }
    }

    private static TestHost HostWith(TempTree tree, string config)
    {
        TestHost host = Host();
        host.Environment["AWS_CONFIG_FILE"] = tree.AddFile("config", config).ToString();
        return host;
    }

    // Nothing is reached: only the environment is read, and files that are not there.
    private static TestHost Host()
    {
        var host = new TestHost();
        host.Environment["HOME"] = "/nonexistent";
        host.Environment["AWS_ACCESS_KEY_ID"] = "ACCESSACCESS";
        host.Environment["AWS_SECRET_ACCESS_KEY"] = "SECRETSECRET";
        return host;
    }
}
