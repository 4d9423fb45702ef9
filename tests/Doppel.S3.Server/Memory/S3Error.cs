namespace Doppel.S3.Server;

/// <summary>An error that becomes the answer.</summary>
internal sealed class S3Error(int status, string code, params (string Name, string Value)[] more) : Exception(code)
{
    public int Status { get; } = status;

    public string Code { get; } = code;

    public static S3Error NoSuchKey => new(404, "NoSuchKey");

    public static S3Error NoSuchBucket => new(404, "NoSuchBucket");

    public static S3Error NoSuchUpload => new(404, "NoSuchUpload");

    public static S3Error Precondition => new(412, "PreconditionFailed");

    public static S3Error MalformedXml => new(400, "MalformedXML");

    public static S3Error InvalidArgument(string name) => new(400, "InvalidArgument", ("ArgumentName", name));

    public Answer ToAnswer() => ErrorAnswer.Of(Status, Code, more);
}
