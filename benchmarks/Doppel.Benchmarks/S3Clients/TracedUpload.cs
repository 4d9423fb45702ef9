using Doppel.Benchmarks.S3Clients.Clients;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>What one upload of a client allocated.</summary>
/// <param name="Entry">The client.</param>
/// <param name="CountedBytes">As the heap counts it, which may do a little more for threads that come and go.</param>
/// <param name="Sites">What was recorded, most bytes first.</param>
internal sealed record TracedUpload(ClientEntry Entry, long CountedBytes, IReadOnlyList<AllocationSite> Sites);
