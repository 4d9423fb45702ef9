using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;

namespace Doppel.Documents.Tests;

/// <summary>The service as a process of its own, and a client of it.</summary>
internal sealed class DocumentService : IAsyncDisposable
{
    private const string Listening = "Now listening on: ";

    private readonly Process _process;
    private readonly ConcurrentQueue<string> _lines = new();
    private readonly List<(string Text, TaskCompletionSource Seen)> _waiting = [];

    private DocumentService(Process process) => _process = process;

    /// <summary>Where it serves.</summary>
    public Uri Address { get; private set; } = new("http://127.0.0.1");

    /// <summary>Speaks with it.</summary>
    public HttpClient Client { get; private set; } = new();

    /// <summary>Starts it and waits until it serves.</summary>
    public static async Task<DocumentService> StartAsync(
        Uri s3, string accessKey, string secretKey, string region, string bucket, long bytesMax)
    {
        var start = new ProcessStartInfo(Path.Combine(AppContext.BaseDirectory, "Doppel.Documents"))
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment =
            {
                ["ASPNETCORE_URLS"] = "http://127.0.0.1:0",
                ["DOPPEL_S3_ENDPOINT"] = s3.GetLeftPart(UriPartial.Authority),
                ["DOPPEL_S3_ACCESS_KEY"] = accessKey,
                ["DOPPEL_S3_SECRET_KEY"] = secretKey,
                ["DOPPEL_S3_REGION"] = region,
                ["DOPPEL_DOCUMENTS_BUCKET"] = bucket,
                ["DOPPEL_DOCUMENTS_BYTES_MAX"] = bytesMax.ToString(CultureInfo.InvariantCulture),
            },
        };
        var service = new DocumentService(Process.Start(start)!);
        service._process.OutputDataReceived += (_, line) => service.Hear(line.Data);
        service._process.ErrorDataReceived += (_, line) => service.Hear(line.Data);
        Task listening = service.HearsAsync(Listening);
        service._process.BeginOutputReadLine();
        service._process.BeginErrorReadLine();
        if (await Task.WhenAny(listening, service._process.WaitForExitAsync()) != listening)
        {
            Assert.Fail("The service does not start: " + string.Join('\n', service._lines));
        }

        string line = service._lines.First(line => line.Contains(Listening, StringComparison.Ordinal));
        service.Address = new Uri(line.Split(Listening)[1].Trim());
        service.Client.Dispose();
        service.Client = new HttpClient { BaseAddress = service.Address };
        return service;
    }

    /// <summary>Ends when a line with this text has been written.</summary>
    public Task HearsAsync(string text)
    {
        lock (_waiting)
        {
            if (_lines.Any(line => line.Contains(text, StringComparison.Ordinal)))
            {
                return Task.CompletedTask;
            }

            var seen = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _waiting.Add((text, seen));
            return seen.Task.WaitAsync(TestContext.Current.CancellationToken);
        }
    }

    /// <summary>Uploads a file by one of the two ways.</summary>
    public async Task<HttpResponseMessage> UploadAsync(
        UploadWay way, string name, byte[] content, string type = "application/pdf")
    {
        using var file = new ByteArrayContent(content);
        file.Headers.ContentType = MediaTypeHeaderValue.Parse(type);
        using var form = new MultipartFormDataContent
        {
            { new StringContent("before"), "note" },
            { file, "file", name },
        };
        return await SendAsync(way, form);
    }

    /// <summary>Uploads whatever this is.</summary>
    public async Task<HttpResponseMessage> SendAsync(UploadWay way, HttpContent body)
    {
        string path = way == UploadWay.Form ? "documents/form" : "documents";
        using var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = body };

        // So that a refusal comes before the body is sent, and not while.
        request.Headers.ExpectContinue = true;
        return await Client.SendAsync(request, TestContext.Current.CancellationToken);
    }

    /// <summary>Downloads a document.</summary>
    public async Task<HttpResponseMessage> GetAsync(string name, RangeHeaderValue? range = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "documents/" + Uri.EscapeDataString(name));
        request.Headers.Range = range;
        return await Client.SendAsync(request, TestContext.Current.CancellationToken);
    }

    /// <summary>Checks that an answer is an error told as problem+json.</summary>
    public static async Task IsProblemAsync(HttpStatusCode status, HttpResponseMessage answer)
    {
        string body = await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.True(status == answer.StatusCode, $"{answer.StatusCode}: {body}");
        Assert.Equal("application/problem+json", answer.Content.Headers.ContentType?.MediaType);
        using JsonDocument problem = JsonDocument.Parse(body);
        Assert.Equal((int)status, problem.RootElement.GetProperty("status").GetInt32());
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        await _process.WaitForExitAsync();
        _process.Dispose();
    }

    private void Hear(string? line)
    {
        if (line is null)
        {
            return;
        }

        lock (_waiting)
        {
            _lines.Enqueue(line);
            foreach ((string text, TaskCompletionSource seen) in _waiting)
            {
                if (line.Contains(text, StringComparison.Ordinal))
                {
                    seen.TrySetResult();
                }
            }
        }
    }
}
