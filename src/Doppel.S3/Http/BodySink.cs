namespace Doppel.S3.Http;

/// <summary>Takes the next bytes of a body; they hold only during the call.</summary>
internal delegate void BodySink(ReadOnlySpan<byte> bytes);
