namespace Doppel.S3.Server;

/// <summary>A client sent what is no HTTP.</summary>
public sealed class WireException(string message) : IOException(message);
