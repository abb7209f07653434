(function(d,w,n,c,k,o,h){
function p(e,x,v){n.webdriver||n.sendBeacon(o,JSON.stringify({site:k,event:e,url:location.href,referrer:d.referrer,name:x,value:v}))}
function v(){if(h!=location.pathname){h=location.pathname;p("view")}}
function q(f){return f&&f.querySelector("[type=email],[type=tel],textarea")}
function l(e,f){d.addEventListener(e,function(e){f(e.target)},true)}
k=c.dataset.site;o=new URL("t",c.src).href;c=history.pushState;
history.pushState=function(){c.apply(history,arguments);v()};w.addEventListener("popstate",v);
l("click",function(t){t.closest&&t.closest('a[href^="tel:"],a[href^="mailto:"],a[href^="sms:"]')&&p("contact")});
l("input",function(t){if(q(t=t.form)&&!t.ml){t.ml=1;p("contact")}});
l("submit",function(t){q(t)&&p("convert",t.name||t.id)});
setTimeout(function(){d.hidden||p("engage")},1e4);
w.motherlode=function(x,y){p("convert",x,y)};v()
})(document,window,navigator,document.currentScript)
