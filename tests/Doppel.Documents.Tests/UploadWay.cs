namespace Doppel.Documents.Tests;

/// <summary>How a document is uploaded.</summary>
public enum UploadWay
{
    /// <summary>As IFormFile.</summary>
    Form,

    /// <summary>Passed on while it arrives.</summary>
    Streamed,
}
