namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>A file server that takes each file as a form of one part, over the connections of one client.</summary>
internal sealed class FormPostTarget(HttpClient client) : IUploadTarget
{
    /// <inheritdoc/>
    public async Task StoreAsync(string name, HttpContent file, CancellationToken cancellation)
    {
        using var form = new MultipartFormDataContent { { file, "file", name } };
        var address = new Uri("myfile/" + name, UriKind.Relative);
        using HttpResponseMessage answer = await client.PostAsync(address, form, cancellation).ConfigureAwait(false);
        answer.EnsureSuccessStatusCode();
    }
}
