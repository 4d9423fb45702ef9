using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>One way to pass an uploaded form file on.</summary>
internal interface IRelay
{
    /// <summary>What it has rented and given back so far, and what its pool holds.</summary>
    RentTally Tally { get; }

    /// <summary>Passes the file of one request on.</summary>
    /// <exception cref="IOException">The client left.</exception>
    /// <exception cref="HttpRequestException">
    /// The target failed, or the client left while the file was passed on.
    /// </exception>
    Task RelayAsync(HttpRequest request, RelayTargets targets, CancellationToken cancellation);
}
