namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>
/// Where uploaded files end up: a file server today; an object store fits behind the same three lines.
/// </summary>
internal interface IUploadTarget
{
    /// <summary>Stores one file and returns when the target has confirmed it.</summary>
    /// <param name="name">The name it gets there; letters, digits, dots and dashes.</param>
    /// <param name="file">Its content. Disposed by the target.</param>
    /// <param name="cancellation">Ends the transfer; the target then has no such file.</param>
    /// <exception cref="HttpRequestException">
    /// The target refused, or the connection or the content failed.
    /// </exception>
    Task StoreAsync(string name, HttpContent file, CancellationToken cancellation);
}
