using System.Net;
using System.Text;
using Doppel.S3;

namespace Doppel.EndToEnd;

/// <summary>Buckets whose owner lets the requester pay, on a real server that denies access to all others.</summary>
public sealed class S3PayerTests
{
    private const string GuestKey = "DOPPELTESTGUESTKEY00";
    private const string GuestSecret = "a+guest/secret";

    [Fact]
    public async Task A_requester_who_pays_may_do_everything_and_refusals_name_the_option()
    {
        var server = S3Server.Get();
        string bucket = server.NewBucket();
        server.Put(bucket, "lake.jpg", "a photo"u8.ToArray());
        AddGuest(server);
        await SetAsync(server, bucket, "policy", $$"""
            {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":["arn:aws:iam:::user/guest"]},
            "Action":"s3:*","Resource":["arn:aws:s3:::{{bucket}}","arn:aws:s3:::{{bucket}}/*"]}]}
            """);
        using var tree = new TempTree();
        tree.AddFile("disk/a.jpg", "a photo");
        ProcessEnd Run(params string[] arguments) => Tool.Run(
            server.StartAny([.. arguments.Select(static one => (ByteName)one)]).WithState($"{tree["state"]}") with
            {
                Folder = tree.Folder,
                Environment = new Dictionary<string, string?>(server.Start("ls").Environment)
                {
                    ["AWS_ACCESS_KEY_ID"] = GuestKey,
                    ["AWS_SECRET_ACCESS_KEY"] = GuestSecret,
                    ["XDG_STATE_HOME"] = $"{tree["state"]}",
                },
            });
        string address = $"s3://{bucket}";
        Assert.Contains("lake.jpg", Run("s3", "ls", address).MustSucceed().OutputText, StringComparison.Ordinal);

        await SetAsync(server, bucket, "requestPayment", """
            <RequestPaymentConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Payer>Requester</Payer>
            </RequestPaymentConfiguration>
            """);
        foreach (string[] command in (string[][])[["s3", "ls", address], ["find", "disk", address]])
        {
            ProcessEnd refused = Run(command);
            Assert.Equal(2, refused.ExitCode);
            Assert.Contains("or try --requester-pays", refused.ErrorText, StringComparison.Ordinal);
        }

        ProcessEnd Pay(params string[] arguments) => Run([.. arguments, "--requester-pays"]).MustSucceed();
        Assert.Contains("lake.jpg", Pay("s3", "ls", address).OutputText, StringComparison.Ordinal);
        Pay("s3", "cp", "-q", "disk/a.jpg", $"{address}/copy");
        Pay("s3", "cp", "-q", $"{address}/copy", $"{address}/again");
        Pay("s3", "sync", "-q", address, "down");
        Assert.Equal("a photo", File.ReadAllText($"{tree["down/again"]}"));
        Assert.Equal(
            ["disk/a.jpg", $"{address}/again", $"{address}/copy", $"{address}/lake.jpg"],
            Pay("find", "--format", "fdupes", "disk", address).OutputText
                .Split('\n', StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal));
        Pay("delete", "--yes", "--reference", "disk", address);
        Assert.Empty(Pay("s3", "ls", address).OutputText);
        Pay("undo", "--yes");
        Assert.Equal("a photo", Pay("s3", "cat", $"{address}/lake.jpg").OutputText);

        // An address for others is paid by who signed it.
        using var http = new HttpClient();
        string signed = Pay("s3", "presign", $"{address}/lake.jpg").OutputText.Trim();
        Assert.Equal("a photo", await http.GetStringAsync(signed, TestContext.Current.CancellationToken));
        signed = Run("s3", "presign", $"{address}/lake.jpg").MustSucceed().OutputText.Trim();
        using HttpResponseMessage answer = await http.GetAsync(signed, TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
    }

    private static void AddGuest(S3Server server)
    {
        if (server.Folder is null)
        {
            Needs.Miss("needs a second account on the S3 server; leave DOPPEL_S3_ENDPOINT unset");
        }

        Tool.Run(
            "radosgw-admin", "-c", $"{server.Folder}/ceph.conf", "user", "create", "--uid=guest",
            "--display-name=guest", $"--access-key={GuestKey}", $"--secret={GuestSecret}").MustSucceed();
    }

    private static async Task SetAsync(S3Server server, string bucket, string what, string text)
    {
        var signer = new RequestSigner(
            new S3Credentials { AccessKeyId = server.AccessKey, SecretAccessKey = server.Secret }, "us-east-1");
        string address = signer.GetPresignedAddress(new PresignRequest
        {
            Scheme = server.Endpoint.Scheme,
            Method = "PUT",
            Host = server.Endpoint.Authority,
            Path = $"/{bucket}",
            Query = [new QueryParameter(what)],
            Time = TimeProvider.System.GetUtcNow(),
            Lifetime = TimeSpan.FromMinutes(5),
        });
        using var http = new HttpClient();
        using var content = new StringContent(text, Encoding.UTF8);
        using HttpResponseMessage answer =
            await http.PutAsync(address, content, TestContext.Current.CancellationToken);
        Assert.True(answer.IsSuccessStatusCode, await answer.Content.ReadAsStringAsync(
            TestContext.Current.CancellationToken));
    }
}
