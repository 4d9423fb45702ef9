using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>The file of a form that the framework has read to its end, into memory or a temporary file.</summary>
internal static class FormFiles
{
    /// <summary>
    /// Reads the whole form; above 64 KiB the framework keeps a file's content in a temporary file.
    /// </summary>
    public static async Task<IFormFile> ReadAsync(HttpRequest request, CancellationToken cancellation)
    {
        IFormCollection form = await request.ReadFormAsync(cancellation).ConfigureAwait(false);
        return form.Files.Count == 1
            ? form.Files[0]
            : throw new BadHttpRequestException($"One file is expected, the form has {form.Files.Count}.");
    }
}
