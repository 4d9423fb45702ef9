namespace Doppel.Volumes;

/// <summary>What was requested from a server, as a server counts and bills it.</summary>
/// <param name="ListRequests">The requests for pages of the listing. Each returns up to 1,000 objects.</param>
/// <param name="GetRequests">The requests for contents, whole or in part.</param>
/// <param name="HeadRequests">The requests for the facts of a single object.</param>
/// <param name="BodyBytes">
/// The bytes of all response bodies that were read: contents, pages of the listing, and errors. What was in flight when
/// a response was no longer needed is not counted.
/// </param>
/// <remarks>Each attempt counts, also those that failed, but not attempts that found no connection.</remarks>
public readonly record struct S3Usage(
    long ListRequests, long GetRequests, long HeadRequests, long BodyBytes);
