using Doppel.Benchmarks.S3Clients;

namespace Doppel.Benchmarks.Tests;

public sealed class AllocationNameTests
{
    [Theory]
    [InlineData("System.String", "String")]
    [InlineData("System.Byte[]", "Byte[]")]
    [InlineData("System.Uri+UriInfo", "Uri.UriInfo")]
    [InlineData("System.Threading.Tasks.Task`1<System.IO.Stream>", "Task<Stream>")]
    [InlineData(
        "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1"
        + "<System.Net.Http.HttpResponseMessage,System.Net.Http.HttpConnection+<SendAsync>d__56>",
        "state of HttpConnection.SendAsync")]
    [InlineData(
        "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1"
        + "<System.Threading.Tasks.VoidTaskResult,System.Net.Http.HttpContent+<<CopyToAsync>g__WaitAsync|46_0>d>",
        "state of HttpContent.CopyToAsync.WaitAsync")]
    public void Types_lose_their_namespaces(string name, string plain) =>
        Assert.Equal(plain, AllocationNames.OfType(name));

    [Theory]
    [InlineData("Doppel.S3.S3Client.CheckBucket(class System.String)", "S3Client.CheckBucket")]
    [InlineData("System.Text.StringBuilder..ctor(int32,int32)", "StringBuilder.ctor")]
    [InlineData("Doppel.S3.S3Client+<PutAsync>d__62.MoveNext()", "S3Client.PutAsync")]
    [InlineData("System.Collections.Generic.Dictionary`2[System.__Canon,System.__Canon].Resize(int32)",
        "Dictionary.Resize")]
    [InlineData("System.Net.Http.Headers.HttpHeaders.<GetValue>g__Grow|76_0(value class A)",
        "HttpHeaders.GetValue.Grow")]
    public void Methods_keep_their_type_alone(string name, string plain) =>
        Assert.Equal(plain, AllocationNames.OfMethod(name));
}
