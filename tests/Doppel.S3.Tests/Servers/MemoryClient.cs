using System.Net.Http.Headers;
using System.Text;
using Doppel.S3.Server;

namespace Doppel.S3.Tests.Servers;

/// <summary>An S3 in memory with the bucket <c>b</c>, and requests to it that nobody signs.</summary>
internal sealed class MemoryClient : IAsyncDisposable
{
    private readonly HttpMessageInvoker _client = new(new SocketsHttpHandler { AllowAutoRedirect = false });

    public MemoryClient(MemoryS3Options? options = null)
    {
        Memory = new MemoryS3(options);
        Memory.AddBucket("b");
        Server = FaultServer.Start(Memory);
    }

    public MemoryS3 Memory { get; }

    public FaultServer Server { get; }

    /// <summary>Sends a request whose target stays as it is given.</summary>
    public async Task<MemoryReply> SendAsync(
        string method, string target, string body = "", params (string Name, string Value)[] headers)
    {
        var address = new Uri(
            Server.Endpoint.GetLeftPart(UriPartial.Authority) + target,
            new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true });
        using var request = new HttpRequestMessage(new HttpMethod(method), address);
        if (method is "PUT" or "POST")
        {
            request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
        }

        foreach ((string name, string value) in headers)
        {
            if (!request.Headers.TryAddWithoutValidation(name, value))
            {
                Assert.True(request.Content!.Headers.TryAddWithoutValidation(name, value));
            }
        }

        using HttpResponseMessage response = await _client.SendAsync(request, TestContext.Current.CancellationToken);
        string text = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        var all = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (HttpHeaders part in (HttpHeaders[])[response.Headers, response.Content.Headers])
        {
            foreach ((string name, HeaderStringValues values) in part.NonValidated)
            {
                all[name] = values.ToString();
            }
        }

        return new MemoryReply((int)response.StatusCode, text, all);
    }

    /// <summary>Stores one, which must succeed.</summary>
    public async Task PutAsync(string key, string body, params (string Name, string Value)[] headers) =>
        Assert.Equal(200, (await SendAsync("PUT", "/b/" + key, body, headers)).Status);

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await Server.DisposeAsync();
        Assert.Empty(Server.Problems);
    }
}
