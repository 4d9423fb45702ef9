namespace Doppel.S3;

/// <summary>Receives the next bytes of a body. They are valid only during the call.</summary>
internal delegate void BodySink(ReadOnlySpan<byte> bytes);
